/** The records that the command palette finds: those of the screens that say so, in the words of their own lists. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { addressOf, type Entry } from '../define-entry.ts';
import { isEditable, isOpenable, mayWrite } from '../define-resource.ts';
import { isOwnScreen } from '../define-screen.ts';
import { type AnyResource, loadScreen } from '../resources.ts';

export interface FoundRecord {
  id: string;
  label: string;
  detail?: string;
  /** An address outside the admin screens is loaded, one inside is navigated to. */
  href: string;
}

/** Of each kind. */
const MOST = 5;

/** The resources behind the entries whose records are found, once they are loaded; those that fail are left out. */
export function useFoundResources(open: Entry[], isOpen: boolean): AnyResource[] {
  const entries = open.filter(({ isFound }) => isFound);
  const { data = [] } = useQuery({
    queryKey: ['palette resources', entries.map((entry) => addressOf(entry))],
    queryFn: () => loadAll(entries),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

async function loadAll(entries: Entry[]): Promise<AnyResource[]> {
  const loaded = await Promise.allSettled(entries.map((entry) => loadScreen(entry)));
  return loaded.flatMap((each) =>
    each.status === 'fulfilled' && !isOwnScreen(each.value) && isOpenable(each.value) ? [each.value] : [],
  );
}

/** Whether whoever is logged in may make one. */
export const isMade = (resource: AnyResource): boolean => isEditable(resource) && mayWrite(resource);

/** What the resources have for some words, in their order; nothing before anything is typed. */
export function useFoundRecords(resources: AnyResource[], query: string) {
  const answers = useQueries({
    queries: resources.map((resource) => ({
      ...resource.list({ start: 0, limit: MOST, sort: resource.defaultSort, q: query }, {}),
      enabled: query !== '',
      retry: false,
      refetchInterval: false as const,
    })),
  });
  return {
    isSearching: query !== '' && answers.some(({ isPending }) => isPending),
    found: resources.map((resource, index) => ({
      resource,
      records: query === '' ? [] : recordsOf(resource, answers[index]?.data?.results ?? []),
    })),
  };
}

function recordsOf(resource: AnyResource, rows: unknown[]): FoundRecord[] {
  return rows.map((row) => ({
    id: resource.idOf(row),
    label: resource.nameOf(row),
    detail: resource.found?.detail?.(row),
    href: resource.found?.href?.(row) ?? addressOf(resource, resource.idOf(row)),
  }));
}
