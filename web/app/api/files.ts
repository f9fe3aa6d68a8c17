/** Files and folders of the media library. */
import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from './fetch.ts';
import { fileEntitiesGetFileOptions, fileUsesGetOptions } from './generated/@tanstack/react-query.gen.ts';
import {
  type BucketListed,
  type BucketOut,
  bucketsCreate,
  bucketsGet,
  bucketsListBuckets,
  bucketsUpdate,
  type FileOut,
  type FileUpdate,
  type FileUse,
  type FileUses,
  type FolderListing,
  type FormerContentOut,
  fileContentsList,
  fileContentsRestore,
  fileDeliverySign,
  fileEntitiesGetFile,
  fileEntitiesList,
  fileEntitiesListFolder,
  fileEntitiesListRemovals,
  fileEntitiesMove,
  fileEntitiesRemove,
  fileEntitiesRestore,
  fileEntitiesUpdateFile,
  fileUsesFind,
  type ItemProblem,
  type RemovalOut,
} from './generated/index.ts';
import { batchesOf, type Chosen, type Failures, inBatches } from './in-batches.ts';
import { readAll } from './read-all.ts';

export type FileRecord = FileOut;
export type Folder = BucketOut;
/** With how many files are right in it. */
export type ListedFolder = BucketListed;
/** What was deleted and can be restored. */
export type Removal = RemovalOut;
/** A content that a file had and can have again. */
export type FormerContent = FormerContentOut;
export type Listing = FolderListing;
/** A place that uses a file. */
export type Use = FileUse;
export type FileChange = FileUpdate;
export type { Chosen, Failures, FileUses, ItemProblem };

export interface FilesQuery {
  /** The folder's name, empty for the top. */
  folder: string;
  q?: string;
  sort: string;
  type?: ('image' | 'video' | 'audio' | 'document' | 'archive' | 'other')[];
  /** Only images without an alternative text. */
  'missing-alt'?: boolean;
  /** Only what is used nowhere. */
  unused?: boolean;
}

/** Files in one answer: as many as one holds. */
export const PAGE = 100;

/** Start of the keys of all lists of files: invalidate by it. */
export const filesKey = ['files'] as const;

/** A part of what is in a folder. */
export async function readListing(
  { folder, ...query }: FilesQuery,
  part: { start: number; limit: number },
  signal?: AbortSignal,
): Promise<Listing> {
  const asked = { ...query, ...part };
  const { data } = folder
    ? await fileEntitiesListFolder({ path: { folder }, query: asked, signal })
    : await fileEntitiesList({ query: asked, signal });
  return data;
}

/** One page of a folder, from 0. */
export const listFilesOptions = (query: FilesQuery, page: number) => {
  const { folder, ...others } = query;
  return queryOptions({
    queryKey: [...filesKey, folder, others, page],
    queryFn: ({ signal }) => readListing(query, { start: page * PAGE, limit: PAGE }, signal),
  });
};

/** A few files and folders, wherever they are in the library, that have some words in their names or texts. */
export const findFilesOptions = (q: string, limit: number) =>
  queryOptions({
    queryKey: [...filesKey, 'found', q, limit],
    queryFn: async ({ signal }) =>
      (await fileEntitiesList({ query: { q, sort: 'name', start: 0, limit }, signal })).data,
  });

/** All folders, by their paths. */
export const allFoldersOptions = () =>
  queryOptions({
    queryKey: [...filesKey, 'folders'],
    queryFn: async ({ signal }) =>
      readAll((part) => bucketsListBuckets({ query: { ...part, sort: 'name' }, signal })),
  });

/** The latest deletions, as many as are wanted, and how many there are. */
export const listRemovalsOptions = (most: number) =>
  queryOptions({
    queryKey: [...filesKey, 'removals', most],
    queryFn: async ({ signal }) => {
      const results: Removal[] = [];
      for (;;) {
        const query = { start: results.length, limit: Math.min(PAGE, most - results.length) };
        const { data } = await fileEntitiesListRemovals({ query, signal });
        results.push(...data.results);
        if (data.results.length === 0 || results.length >= Math.min(most, data.total))
          return { results, total: data.total };
      }
    },
  });

export const getFileOptions = (id: string) => fileEntitiesGetFileOptions({ path: { id } });

/**
 * Queries an address that opens a file to each visitor who has the address, for so many seconds. The address
 * stays the same while a component shows it.
 */
export const signedAddressOptions = (id: string, seconds: number) =>
  queryOptions({
    queryKey: ['signed addresses', id, seconds],
    queryFn: async () => (await fileDeliverySign({ path: { id }, body: { seconds } })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Where a file is used: pages, layouts, templates and all else that names it. */
export const getUsesOptions = (id: string) => fileUsesGetOptions({ path: { id } });

/** In how many places files, or those in folders, are used. */
export async function countUses({ files, folders }: Chosen): Promise<number> {
  let total = 0;
  for (const body of batchesOf({ files, folders })) total += (await fileUsesFind({ body })).data.total;
  return total;
}

/** The contents that a file had, the latest first. */
export const listFormerContentsOptions = (id: string) =>
  queryOptions({
    queryKey: [...filesKey, 'contents', id],
    queryFn: async ({ signal }) => (await fileContentsList({ path: { id }, signal })).data.results,
  });

/**
 * A content that it had; without an id the one before. The present one can be brought back likewise. ProblemError 412 where
 * the file has changed, 404 `former_content_not_found`.
 */
export async function restoreContent({ id, version }: FileRecord, contentId?: string): Promise<FileRecord> {
  return (await fileContentsRestore({ path: { id }, headers: ifMatch(version), body: { contentId } })).data;
}

export async function readFile(id: string): Promise<FileRecord> {
  return (await fileEntitiesGetFile({ path: { id } })).data;
}

/** ProblemError 412 where the file has been changed since it was read, 409 `name_taken`. */
export async function updateFile(
  { id, version }: Pick<FileRecord, 'id' | 'version'>,
  change: FileChange,
): Promise<FileRecord> {
  const { data } = await fileEntitiesUpdateFile({
    ...{ path: { id }, headers: ifMatch(version), body: change },
    // It may be on its way while the page is closed.
    keepalive: true,
  });
  return data;
}

/** `name` is its path. ProblemError 409 `name_taken`, 422 `name_invalid`. */
export async function createFolder(name: string, scopeWhitelist: string[] = []): Promise<Folder> {
  return (await bucketsCreate({ body: { name, metaData: { scopeWhitelist } } })).data;
}

export async function readFolder(id: string): Promise<Folder> {
  return (await bucketsGet({ path: { id } })).data;
}

/** ProblemError 412 where the folder has been changed since it was read, 409 `name_taken`. */
export async function updateFolder(
  { id, version }: Folder,
  change: { name: string; metaData?: { scopeWhitelist: string[] } },
): Promise<Folder> {
  return (await bucketsUpdate({ path: { id }, headers: ifMatch(version), body: change })).data;
}

export async function moveFiles(chosen: Chosen, bucketName: string): Promise<Failures> {
  return inBatches(
    chosen,
    async (body) => (await fileEntitiesMove({ body: { ...body, bucketName } })).data.failed,
  );
}

/** They can be restored for 30 days; what was chosen beside its folder by itself, as it was deleted by itself. */
export async function removeFiles(chosen: Chosen): Promise<Failures> {
  const remove = async (body: Chosen) => (await fileEntitiesRemove({ body })).data.failed;
  return inBatches(chosen, remove, { isInsideFirst: true });
}

export async function restoreFiles(chosen: Chosen): Promise<Failures> {
  return inBatches(chosen, async (body) => (await fileEntitiesRestore({ body })).data.failed);
}
