/** Every screen that is declared: its entry at once, all else when it is opened. */
import type { SiteAreas } from '../api/site.ts';
import type { Claims } from '../session/claims.ts';
import { AREAS, type AreaName, addressOf, type Entry, GROUPS, type GroupName } from './define-entry.ts';
import type { Resource } from './define-resource.ts';
import type { OwnScreen } from './define-screen.ts';
import { isOpen } from './open-entries.ts';

// biome-ignore lint/suspicious/noExplicitAny: each resource has its own row; the screens pass rows through unread.
export type AnyResource = Resource<any>;
type AnyScreen = AnyResource | OwnScreen;

const found = import.meta.glob<Entry>('./*/entry.ts', { eager: true, import: 'default' });
const loaders = import.meta.glob<AnyScreen>(['./*/resource.tsx', './*/screen.tsx'], { import: 'default' });

export const entries: Entry[] = Object.values(found).sort(
  (one, other) => (one.order ?? 0) - (other.order ?? 0),
);

/** The entries of each group that has some, in the order of the groups. */
export function grouped(shown: Entry[]): { name: GroupName; title: string; entries: Entry[] }[] {
  const names = Object.keys(GROUPS) as GroupName[];
  return names
    .map((name) => ({
      name,
      title: GROUPS[name],
      entries: shown.filter(({ group }) => group === name),
    }))
    .filter((group) => group.entries.length > 0);
}

/** The entries that are open to a user, of the areas that the site has: by their scopes and by the rules of addresses. */
export const openEntries = (claims: Claims | null, site: SiteAreas | undefined): Entry[] =>
  entries.filter((entry) => isOpen(entry, claims, site));

/** The area whose first screen is at this address. The site's is the dashboard, which has a route of its own. */
export function areaAt(pathname: string): AreaName | undefined {
  const path = pathname.replace(/\/$/, '');
  const names = Object.keys(AREAS) as AreaName[];
  return names.find((name) => name !== 'site' && AREAS[name].address === path);
}

export interface ResourceAddress {
  entry: Entry;
  /** The record, `new` for the form of a new one, undefined for the list. */
  id: string | undefined;
}

/**
 * Which entry an address belongs to, or undefined; the longest match wins, so that `/cms-admin/blog/categories` is no
 * record of `/cms-admin/blog`.
 */
export function findEntry(pathname: string, all: Entry[] = entries): ResourceAddress | undefined {
  const path = pathname.replace(/\/$/, '');
  let match: ResourceAddress | undefined;
  for (const entry of all) {
    const address = addressOf(entry);
    const rest = path.startsWith(`${address}/`) ? path.slice(address.length + 1) : undefined;
    const isMatch = path === address || (rest !== undefined && rest !== '' && !rest.includes('/'));
    const isLonger = !match || address.length > addressOf(match.entry).length;
    if (isMatch && isLonger) match = { entry, id: rest };
  }
  return match;
}

/** The entry whose address goes on from here, as `/cms-admin/blog/categories` does from `/cms-admin/blog`, or undefined. */
export function findEntryBelow(pathname: string, all: Entry[] = entries): Entry | undefined {
  const path = pathname.replace(/\/$/, '');
  return all.find((entry) => addressOf(entry).startsWith(`${path}/`));
}

/** The folder that an entry and all else of its screen lie in. */
export const folderOf = (entry: Entry): string | undefined =>
  Object.entries(found)
    .find(([, one]) => one === entry)?.[0]
    .split('/')[1];

const loading = new Map<Entry, Promise<AnyScreen>>();
const loaded = new Map<Entry, AnyScreen>();

/** What an entry leads to, if it has been loaded. */
export const loadedScreen = (entry: Entry): AnyScreen | undefined => loaded.get(entry);

/** What an entry leads to: a resource with its columns and forms, or a screen. A failed load is tried anew the next time. */
export function loadScreen(entry: Entry): Promise<AnyScreen> {
  const known = loading.get(entry);
  if (known) return known;
  const folder = folderOf(entry);
  const load = loaders[`./${folder}/resource.tsx`] ?? loaders[`./${folder}/screen.tsx`];
  if (!load) throw new Error(`admin/${folder} has an entry.ts, and neither a resource.tsx nor a screen.tsx.`);
  const promise = load();
  loading.set(entry, promise);
  promise.then(
    (screen) => loaded.set(entry, screen),
    () => loading.delete(entry),
  );
  return promise;
}
