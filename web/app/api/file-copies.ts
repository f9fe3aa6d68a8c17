/** Images of other sites, copied into the library. */
import { cmsJobsGet, type FileCopiesOut, fileCopiesCreate, type JobOut } from './generated/index.ts';
import { ProblemError } from './problem.ts';

export type Copies = FileCopiesOut;

/** Addresses of one call. */
export const MOST_AT_ONCE = 20;
/** Milliseconds between two looks at how far it is. */
const PAUSE = 500;

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

async function ended(job: JobOut): Promise<Copies> {
  let current = job;
  while (current.state === 'queued' || current.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    current = (await cmsJobsGet({ path: { job_id: job.id } })).data;
  }
  const { state, error, result } = current;
  if (state === 'failed') throw new ProblemError(error?.status ?? 503, { ...error, status: undefined });
  return result as Copies;
}
