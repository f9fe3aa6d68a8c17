/** The plugin for which search engines leave a page out, as visitors get the page. */
import { queryOptions } from '@tanstack/react-query';
import { pageRenderGet } from '../../api/generated/index.ts';
import type { PageRecord } from '../../api/pages.ts';
import type { PageRender } from '../../page/types.ts';
import { unlistedBy } from '../../plugins/listing.ts';

/** The plugin's label; null where none does. */
export const unlistedByOptions = (page: PageRecord | undefined) =>
  queryOptions({
    queryKey: [{ tags: ['pages'], unlistedBy: page?.id, version: page?.version }],
    queryFn: ({ signal }) => readLabel(page as PageRecord, signal),
    enabled: page !== undefined && !page.isRedirected,
    staleTime: 0,
    retry: false,
  });

async function readLabel({ url }: PageRecord, signal: AbortSignal): Promise<string | null> {
  const headers = { 'View-As': '-', purpose: 'prefetch' };
  const { data } = await pageRenderGet({ query: { url }, headers, signal });
  return 'page' in data ? (unlistedBy(data as PageRender)?.label ?? null) : null;
}
