/** Which screens are open to whom: by their scopes, by the rules of addresses and by the areas that the site has. */
import type { SiteAreas } from '../api/site.ts';
import { destinationOf, isStaff } from '../session/access.ts';
import { type Claims, hasScope } from '../session/claims.ts';
import { AREAS, addressOf, type Entry } from './define-entry.ts';

/** Whether an entry's scopes open it to a user. */
export const isOpenTo = (claims: Claims | null, { scopes }: Pick<Entry, 'scopes'>): boolean =>
  scopes === 'staff' ? isStaff(claims) : hasScope(claims, scopes);

export function isOpen(entry: Entry, claims: Claims | null, site: SiteAreas | undefined): boolean {
  const address = addressOf(entry);
  return (
    AREAS[entry.area ?? 'site'].isOn(site) &&
    isOpenTo(claims, entry) &&
    destinationOf(claims, address) === address
  );
}
