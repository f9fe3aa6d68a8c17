/** Where one is in the library, and how it is shown: kept in the admin's address, or by the picker. */
import type { FilesQuery } from '../api/files.ts';
import { KINDS, type Kind } from './kinds.ts';

export type View = 'grid' | 'list';

export const SORTS = [
  'name',
  '-name',
  '-createdAt',
  'createdAt',
  '-size',
  'size',
  'mimeType',
  '-mimeType',
  '-updatedAt',
  'updatedAt',
] as const;
export type Sort = (typeof SORTS)[number];

export interface Place {
  folder: string;
  q: string;
  sort: Sort;
  view: View;
  /** Of the list: the keys of its columns with dots between; left out, the usual ones. */
  columns?: string;
  type?: Kind;
  /** Only images without an alternative text. */
  isAltMissing?: boolean;
  /** Only what is used nowhere. */
  isUnused?: boolean;
  /** The id of the file whose details are open. */
  file?: string;
}

export const HOME: Place = { folder: '', q: '', sort: 'name', view: 'grid' };

const oneOf = <T extends string>(given: string | null, known: readonly T[]): T | undefined =>
  known.find((each) => each === given);

/** What makes no sense in an address counts as left out. */
export function readPlace(search: URLSearchParams): Place {
  return {
    folder: search.get('folder')?.replace(/^\/+|\/+$/g, '') ?? '',
    q: search.get('q')?.trim() ?? '',
    sort: oneOf(search.get('sort'), SORTS) ?? HOME.sort,
    view: oneOf(search.get('view'), ['grid', 'list']) ?? HOME.view,
    columns: search.get('columns') ?? undefined,
    type: oneOf(search.get('type'), KINDS),
    isAltMissing: search.get('alt') === 'missing' || undefined,
    isUnused: search.get('used') === 'no' || undefined,
    file: search.get('file') ?? undefined,
  };
}

/** The same as parts of an address; what is as usual is left out. */
export function writePlace({ isAltMissing, isUnused, ...place }: Place): URLSearchParams {
  const usual: Record<string, unknown> = { ...HOME };
  const said = Object.entries(place).filter(([name, value]) => value && value !== usual[name]);
  const search = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  if (isAltMissing) search.set('alt', 'missing');
  if (isUnused) search.set('used', 'no');
  return search;
}

/** Whether what is shown is what was looked for, in all folders below, and not what is in a folder. */
export const isSought = ({ q, type, isAltMissing, isUnused }: Place): boolean =>
  Boolean(q || type || isAltMissing || isUnused);

export const queryOf = ({ folder, q, sort, type, isAltMissing, isUnused }: Place): FilesQuery => ({
  folder,
  sort,
  ...(q && { q }),
  ...(type && { type: [type] }),
  ...(isAltMissing && { 'missing-alt': true }),
  ...(isUnused && { unused: true }),
});
