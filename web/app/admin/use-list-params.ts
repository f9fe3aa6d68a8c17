/**
 * A list's page, its size, order, columns, search and filters, kept in the address: reload, back and a shared link or a
 * bookmark show the same.
 */
import { columnsIn, withColumnToggled } from '../ui/chosen-columns.ts';
import { useAddressQuery } from '../ui/use-address-query.ts';
import type { Column, Filter, FilterValues, ListParams } from './define-resource.ts';

export const PAGE_SIZES = [10, 25, 50, 100];
export const PAGE_SIZE = 10;

/** Reads them from an address; what makes no sense there counts as left out. */
export function readListParams(search: URLSearchParams, defaultSort: string): ListParams {
  const size = Number(search.get('size') ?? PAGE_SIZE);
  const limit = PAGE_SIZES.includes(size) ? size : PAGE_SIZE;
  const page = Number(search.get('page') ?? 1);
  const start = Number.isInteger(page) && page > 1 ? (page - 1) * limit : 0;
  const q = search.get('q')?.trim();
  return { start, limit, sort: search.get('sort') || defaultSort, ...(q && { q }) };
}

/** The filters that an address sets; names that are none of the list's are somebody else's. */
export function readFilters(search: URLSearchParams, filters: Filter[]): FilterValues {
  const set = filters.map(({ name }) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(set.filter(([, value]) => value));
}

/** The list's own part of an address, without the page, in one spelling: what a saved view is. */
export function viewIn(search: URLSearchParams, filters: Filter[]): string {
  const own = viewNames(filters).map((name) => [name, search.get(name)?.trim() ?? '']);
  return String(new URLSearchParams(own.filter(([, value]) => value)));
}

const viewNames = (filters: Filter[]) => [
  'q',
  ...filters.map(({ name }) => name),
  'sort',
  'size',
  'columns',
  'view',
];

/** The order after a press on a column's head: ascending first, then the other way round. */
export function nextSort(current: string, key: string): string {
  return current === key ? `-${key}` : key;
}

type SetSearch = ReturnType<typeof useAddressQuery>[1];

/** Sets parameters of the address, or takes them out, and leaves the others. */
const changer =
  (setSearch: SetSearch) =>
  (changes: Record<string, string | undefined>, replace = false) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );

export function useListParams<Row>(
  defaultSort: string,
  filters: Filter[],
  columns: Column<Row>[],
  isTreeFirst = false,
) {
  const [search, setSearch] = useAddressQuery();
  const params = readListParams(search, defaultSort);
  const chosen = search.get('columns');

  const change = changer(setSearch);

  return {
    params,
    columns: columnsIn(chosen, columns),
    filterValues: readFilters(search, filters),
    view: viewIn(search, filters),
    setView: (view: string) => {
      const given = new URLSearchParams(view);
      const own = viewNames(filters).map((name) => [name, given.get(name) ?? undefined]);
      change({ page: undefined, ...Object.fromEntries(own) });
    },
    /** Whether the records are asked for as a tree. */
    isTree: isTreeFirst ? search.get('view') !== 'list' : search.get('view') === 'tree',
    setTree: (isTree: boolean) =>
      change({ view: isTree === isTreeFirst ? undefined : isTree ? 'tree' : 'list', page: undefined }),
    setFilter: (name: string, value: string) => change({ [name]: value, page: undefined }),
    /** Neither words nor filters any more. */
    clear: () =>
      change({
        q: undefined,
        page: undefined,
        ...Object.fromEntries(filters.map(({ name }) => [name, undefined])),
      }),
    setPage: (page: number, isInPlace = false) =>
      change({ page: page > 1 ? String(page) : undefined }, isInPlace),
    setSize: (size: number) =>
      change({ size: size === PAGE_SIZE ? undefined : String(size), page: undefined }),
    setSort: (sort: string) => change({ sort: sort === defaultSort ? undefined : sort, page: undefined }),
    // Each letter would otherwise be a step back.
    setQuery: (q: string) => change({ q: q || undefined, page: undefined }, true),
    toggleColumn: (key: string) => change({ columns: withColumnToggled(chosen, columns, key) }, true),
  };
}
