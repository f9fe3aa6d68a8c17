/** The areas that the site has: at once in a browser that has learnt of them before, so that nothing moves when they are read. */
import { useQuery } from '@tanstack/react-query';
import { type SiteAreas, siteOptions } from '../api/site.ts';
import { useRemembered } from '../ui/use-remembered.ts';

/** Undefined until it is known. Where it cannot be read it counts as none, so that nobody waits for it. */
export function useAreas(): SiteAreas | undefined {
  const { data: site, failureCount, errorUpdateCount } = useQuery(siteOptions());
  const hasCRM = useRemembered<boolean>('has-crm', site && (site.hasCRM ?? false));
  const hasEcom = useRemembered<boolean>('has-shop', site && (site.hasEcom ?? false));
  // While it is tried again, no failure is counted any more: what is drawn by then stays.
  const hasFailed = failureCount > 0 || errorUpdateCount > 0;
  if (hasCRM === undefined && hasEcom === undefined && !hasFailed) return undefined;
  return { hasCRM: hasCRM ?? false, hasEcom: hasEcom ?? false };
}
