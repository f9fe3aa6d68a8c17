/** Imports as the screen begins and follows them. */
import { fetchWithin } from '../../api/fetch.ts';
import {
  importsGetOptions,
  importsListMissingImagesOptions,
  importsListRowsQueryKey,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type ImportListed,
  type ImportRowOut,
  importsApply,
  importsListRows,
  importsPlan,
  importsRetryImages,
  importsUpload,
  type ShopImportOut,
} from '../../api/generated/index.ts';
import { isFollowed } from '../../api/job-stream.ts';

const AT_ONCE = { Prefer: 'respond-async' };
const MINUTES = 600_000;
/** Milliseconds between two looks at what is under way and not told of by itself. */
const LOOK_EVERY = 1_000;
const BUSY = ['planning', 'applying'];

export const importsKey = [{ tags: ['imports'] }];

export const uploadImport = (kind: ImportListed['kind'], file: File) =>
  importsUpload({ path: { kind }, body: { file }, fetch: fetchWithin(MINUTES) });

export const beginPlan = (id: string, columns: (string | null)[], fetchesImages: boolean) =>
  importsPlan({ path: { id }, body: { columns, fetchesImages }, headers: AT_ONCE });

/** Of the very preview that was looked at. */
export const beginApplication = ({ id, preview }: ShopImportOut) =>
  importsApply({ path: { id }, body: { preview: preview ?? '' }, headers: AT_ONCE });

export const retryImages = (id: string) => importsRetryImages({ path: { id }, headers: AT_ONCE });

export const isUnderWay = ({ state, isUnderWay }: Pick<ShopImportOut, 'state' | 'isUnderWay'>) =>
  isUnderWay || BUSY.includes(state);

/** An import, looked at again while something goes on with it. */
export const importOptions = (id: string) => ({
  ...importsGetOptions({ path: { id } }),
  refetchInterval: ({ state }: { state: { data?: ShopImportOut } }) =>
    state.data && isUnderWay(state.data) && !isFollowed(state.data.jobId) ? LOOK_EVERY : (false as const),
});

/** By which the rows of one preview are told from those of another, and from what was done in the end. */
export const rowsShown = ({ preview, state }: ShopImportOut) => `${state} ${preview}`;

export const rowsOptions = (
  found: ShopImportOut,
  query: { start: number; limit: number; outcome?: ImportRowOut['outcome'][] },
) => ({
  // Rows of a preview that is outdated must not stand there while those of the next one are read.
  queryKey: [...importsListRowsQueryKey({ path: { id: found.id }, query }), rowsShown(found)],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await importsListRows({ path: { id: found.id }, query, signal })).data,
});

/** What could not be fetched, read anew when other images are missing than before. */
export const missingOptions = (id: string, start: number, limit: number) =>
  importsListMissingImagesOptions({ path: { id }, query: { start, limit } });
