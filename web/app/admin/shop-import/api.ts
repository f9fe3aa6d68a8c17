/** Imports as the screen begins and follows them. */
import { fetchWithin } from '../../api/fetch.ts';
import { importsGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type ImportListed,
  importsApply,
  importsPlan,
  importsRetryImages,
  importsUpload,
} from '../../api/generated/index.ts';

const AT_ONCE = { Prefer: 'respond-async' };
const MINUTES = 600_000;
/** Milliseconds between two looks at what is under way. */
const LOOK_EVERY = 1_000;
const BUSY = ['planning', 'applying'];

export const importsKey = [{ tags: ['imports'] }];

export const uploadImport = (kind: ImportListed['kind'], file: File) =>
  importsUpload({ path: { kind }, body: { file }, fetch: fetchWithin(MINUTES) });

export const beginPlan = (id: string, columns: (string | null)[], fetchesImages: boolean) =>
  importsPlan({ path: { id }, body: { columns, fetchesImages }, headers: AT_ONCE });

export const beginApplication = (id: string) => importsApply({ path: { id }, headers: AT_ONCE });

export const retryImages = (id: string) => importsRetryImages({ path: { id }, headers: AT_ONCE });

/** An import, looked at again while something goes on with it. */
export const importOptions = (id: string) => ({
  ...importsGetOptions({ path: { id } }),
  refetchInterval: ({ state }: { state: { data?: { state: string; imagesLeft: number } } }) =>
    state.data && (BUSY.includes(state.data.state) || state.data.imagesLeft > 0)
      ? LOOK_EVERY
      : (false as const),
});
