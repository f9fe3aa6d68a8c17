/** Calls about very many files, of which each takes a part. */
import type { ItemProblem } from './generated/index.ts';
import { ProblemError } from './problem.ts';

/** Files and folders by their ids. */
export interface Chosen {
  files: string[];
  folders: string[];
}

/** Why something was not done, by its id. */
export type Failures = Record<string, ItemProblem>;

/** Files in one call: as many as the service takes, and does in a second or two. */
export const MOST_AT_ONCE = 1000;
/** Folders in one call: each takes those below it along. */
const MOST_FOLDERS = 100;

/**
 * One call after the other, until one gets no answer: what was asked before is done, and the rest counts as not done.
 * Raises the first call's ProblemError, when nothing is. With `isInsideFirst` what is in folders goes before them: once they
 * are deleted, nothing in them can be.
 */
export async function inBatches(
  chosen: Chosen,
  send: (body: Chosen) => Promise<Failures>,
  { isInsideFirst = false } = {},
): Promise<Failures> {
  const failed: Failures = {};
  const batches = [...batchesOf(chosen)];
  const waiting = isInsideFirst ? batches.toReversed() : batches;
  for (const [index, batch] of waiting.entries()) {
    try {
      Object.assign(failed, await send(batch));
    } catch (error) {
      if (index === 0 || !(error instanceof ProblemError)) throw error;
      const { status, code, message: detail } = error;
      const left = waiting.slice(index).flatMap(({ files, folders }) => [...folders, ...files]);
      return { ...failed, ...Object.fromEntries(left.map((id) => [id, { status, code, detail }])) };
    }
  }
  return failed;
}

/** Folders first: files that are to be restored may be in them. */
export function* batchesOf({ files, folders }: Chosen): Generator<Chosen> {
  for (let at = 0; at < folders.length; at += MOST_FOLDERS)
    yield { files: [], folders: folders.slice(at, at + MOST_FOLDERS) };
  for (let at = 0; at < files.length; at += MOST_AT_ONCE)
    yield { files: files.slice(at, at + MOST_AT_ONCE), folders: [] };
}
