/** What the command palette finds and offers beside the screens: the lists' records, and what `palette.ts` of a screen says. */
import { useQuery } from '@tanstack/react-query';
import type { FoundRecord, Source } from '../../palette/sources.ts';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';
import { addressOf, type Entry } from '../define-entry.ts';
import { isEditable, isOpenable, mayWrite } from '../define-resource.ts';
import { isOwnScreen } from '../define-screen.ts';
import { type AnyResource, folderOf, loadScreen } from '../resources.ts';
import { MOST_FOUND, type PaletteAction, type ScreenPalette, sourceOf } from './define-palette.ts';

const palettes = import.meta.glob<ScreenPalette>('../*/palette.ts', { import: 'default' });
const loaderOf = (entry: Entry) => palettes[`../${folderOf(entry)}/palette.ts`];

interface OfferedAction extends PaletteAction {
  id: string;
  href: string;
}

interface Offers {
  sources: Source[];
  /** Resources of which new records can be made. */
  made: AnyResource[];
  actions: OfferedAction[];
  /** What the screens are called whose offers could not be loaded. */
  failed: string[];
}

const NOTHING: Offers = { sources: [], made: [], actions: [], failed: [] };

/** Returns the offers of the screens that are open to the principal, once they are loaded. */
export function useOffers(open: Entry[], isOpen: boolean) {
  const entries = open.filter((entry) => entry.isFound || loaderOf(entry));
  const { data, isPending, refetch } = useQuery({
    queryKey: ['palette offers', entries.map((entry) => addressOf(entry))],
    queryFn: () => loadAll(entries),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { offers: data ?? NOTHING, isLoading: isPending, reload: refetch };
}

async function loadAll(entries: Entry[]): Promise<Offers> {
  const loaded = await Promise.allSettled(entries.map(loadOne));
  const all = loaded.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return {
    sources: all.flatMap(({ sources }) => sources),
    made: all.flatMap(({ made }) => made),
    actions: all.flatMap(({ actions }) => actions),
    failed: entries.filter((_, index) => loaded[index]?.status === 'rejected').map(({ many }) => many),
  };
}

async function loadOne(entry: Entry): Promise<Omit<Offers, 'failed'>> {
  const [resource, palette] = await Promise.all([
    entry.isFound ? loadResource(entry) : undefined,
    loaderOf(entry)?.(),
  ]);
  const { actions = [] } = palette ?? {};
  const own = palette && sourceOf(palette);
  return {
    sources: [...(resource ? [sourceOfList(resource)] : []), ...(own ? [own] : [])],
    made: resource && isEditable(resource) && mayWrite(resource) ? [resource] : [],
    actions: actions
      .filter(({ scopes }) => !scopes || hasScope(readClaims(), scopes))
      .map((action) => ({
        ...action,
        id: `${entry.path} ${action.label}`,
        href: action.href ?? addressOf(entry),
      })),
  };
}

async function loadResource(entry: Entry): Promise<AnyResource | undefined> {
  const screen = await loadScreen(entry);
  return !isOwnScreen(screen) && isOpenable(screen) ? screen : undefined;
}

/** The records of a list, in the words of its own search. */
function sourceOfList(resource: AnyResource): Source {
  const recordOf = (row: unknown): FoundRecord => ({
    id: resource.idOf(row),
    label: resource.nameOf(row),
    detail: resource.found?.detail?.(row),
    href: resource.found?.href?.(row) ?? addressOf(resource, resource.idOf(row)),
  });
  return {
    id: addressOf(resource),
    title: resource.many,
    icon: resource.icon,
    find: (q) => resource.list({ start: 0, limit: MOST_FOUND, sort: resource.defaultSort, q }, {}),
    recordsOf: (found) => (found as { results: unknown[] }).results.map(recordOf),
  };
}
