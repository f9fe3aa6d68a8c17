/** What is in a folder, read a hundred files at a time as one scrolls; a place in a list of 10,000 costs one call. */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FileRecord, type FilesQuery, type Folder, listFilesOptions, PAGE } from '../api/files.ts';

export type Item =
  | { key: string; folder: Folder; file?: undefined }
  | { key: string; file: FileRecord; folder?: undefined };

/** Pages that are asked for at the same time. */
const AT_A_TIME = 4;

/** The pages of files in a stretch of the list, in which the folders stand first. Pure. */
export function pagesBetween(first: number, last: number, folders: number, files: number): number[] {
  if (files === 0) return [0];
  const pageAt = (index: number) => Math.floor(Math.min(Math.max(index - folders, 0), files - 1) / PAGE);
  const [from, to] = [pageAt(first), pageAt(last)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export const folderItem = (folder: Folder): Item => ({ key: folder.id, folder });
export const fileItem = (file: FileRecord): Item => ({ key: file.id, file });

export interface Listing {
  query: ReturnType<typeof useFirstPage>;
  folders: Folder[];
  /** Folders and files. */
  count: number;
  /** Files, also those that are not read yet. */
  total: number;
  /** Undefined while it is on its way. */
  itemAt: (index: number) => Item | undefined;
  /** Reads all items of a stretch, and gives them. */
  readBetween: (one: number, other: number) => Promise<Item[]>;
}

function useFirstPage(asked: FilesQuery) {
  return useQuery({
    ...listFilesOptions(asked, 0),
    // Another order or another search of the same folder: the list stays until the new one is there.
    placeholderData: (before, query) => (query?.queryKey[1] === asked.folder ? before : undefined),
  });
}

/** `first` and `last` are the items in view. */
export function useListing(asked: FilesQuery, first: number, last: number): Listing {
  const client = useQueryClient();
  const query = useFirstPage(asked);
  const { folders = [], total = 0 } = query.data ?? {};
  const wanted = pagesBetween(first, last, folders.length, total).filter((page) => page > 0);
  useQueries({ queries: wanted.map((page) => listFilesOptions(asked, page)) });

  const pageOf = (page: number) =>
    page === 0 ? query.data : client.getQueryData(listFilesOptions(asked, page).queryKey);
  const itemAt = (index: number): Item | undefined => {
    const folder = folders[index];
    if (folder) return folderItem(folder);
    const at = index - folders.length;
    const file = pageOf(Math.floor(at / PAGE))?.files[at % PAGE];
    return file && fileItem(file);
  };
  const readBetween = async (one: number, other: number) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const pages = pagesBetween(from, to, folders.length, total);
    for (let at = 0; at < pages.length; at += AT_A_TIME)
      await Promise.all(
        pages
          .slice(at, at + AT_A_TIME)
          .map((page) => client.fetchQuery({ ...listFilesOptions(asked, page), staleTime: 60_000 })),
      );
    const items = Array.from({ length: to - from + 1 }, (_, index) => itemAt(from + index));
    return items.filter((item) => item !== undefined);
  };
  return { query, folders, count: folders.length + total, total, itemAt, readBetween };
}
