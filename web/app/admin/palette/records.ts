/** What the command palette finds and offers beside the screens: the lists' records, and what `palette.ts` of a screen says. */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';
import { addressOf, type Entry } from '../define-entry.ts';
import { isEditable, isOpenable, mayWrite, type Query } from '../define-resource.ts';
import { isOwnScreen } from '../define-screen.ts';
import { type AnyResource, folderOf, loadScreen } from '../resources.ts';
import { type FoundRecord, MOST_FOUND, type PaletteAction, type ScreenPalette } from './define-palette.ts';

const palettes = import.meta.glob<ScreenPalette>('../*/palette.ts', { import: 'default' });
const loaderOf = (entry: Entry) => palettes[`../${folderOf(entry)}/palette.ts`];

/** One kind of records that is searched. */
interface Source {
  id: string;
  title: string;
  icon: LucideIcon;
  find: (words: string) => Query<unknown>;
  recordsOf: (found: unknown) => FoundRecord[];
}

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
  const { find, actions = [] } = palette ?? {};
  const own = find && {
    id: addressOf(entry),
    title: entry.many,
    icon: entry.icon,
    find,
    recordsOf: (found: unknown) => found as FoundRecord[],
  };
  return {
    sources: [...(resource ? [sourceOf(resource)] : []), ...(own ? [own] : [])],
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
function sourceOf(resource: AnyResource): Source {
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

/** What the sources have for some words, in their order; nothing before anything is typed. */
export function useFoundRecords(sources: Source[], words: string) {
  const isAsked = words !== '';
  const answers = useQueries({
    queries: sources.map((source) => ({
      ...source.find(words),
      enabled: isAsked,
      retry: false,
      refetchInterval: false as const,
    })),
  });
  const failed = isAsked ? sources.filter((_, index) => answers[index]?.isError) : [];
  return {
    isSearching: isAsked && answers.some(({ isPending }) => isPending),
    found: sources.map((source, index) => {
      const data = isAsked ? answers[index]?.data : undefined;
      return { source, records: data === undefined ? [] : source.recordsOf(data) };
    }),
    failed: failed.map(({ title }) => title),
    searchAgain: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch();
    },
  };
}
