/** Images of other sites, copied into the library. */
import { type FileCopiesOut, fileCopiesCreate, type JobOut } from './generated/index.ts';
import { ProblemError } from './problem.ts';
import { watchJob } from './watch-job.ts';

export type Copies = FileCopiesOut;

/** Addresses of one call. */
export const MOST_AT_ONCE = 20;

/**
 * Copies the images at these addresses, at most `MOST_AT_ONCE`, into a folder, which is made where it is missing. What
 * could not be copied is in `failed`. ProblemError where none of them could.
 */
export async function copyImages(addresses: string[], bucketName: string): Promise<Copies> {
  const { data } = await fileCopiesCreate({
    body: { addresses, bucketName },
    headers: { Prefer: 'respond-async' },
  });
  return isJob(data) ? ended(data) : data;
}

/** A job that had ended at once was answered with its result. */
function isJob(data: Copies | JobOut): data is JobOut {
  return 'state' in data;
}

async function ended({ id }: JobOut): Promise<Copies> {
  const { state, error, result } = await watchJob({ service: 'cms', id });
  if (state === 'failed') throw new ProblemError(error?.status ?? 503, { ...error, status: undefined });
  return result as Copies;
}
