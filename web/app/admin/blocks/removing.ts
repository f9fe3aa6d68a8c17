/** Taking a shared block off every page is a job: this starts it and follows it. */
import { t } from '@lingui/core/macro';
import { create } from 'zustand';
import { ifMatch } from '../../api/fetch.ts';
import { type BranchInList, blocksDelete, contentJobsGet, type JobOut } from '../../api/generated/index.ts';
import { isUnderWay, pause, streamJob } from '../../api/job-stream.ts';

export interface Removal {
  /** The block's. */
  id: string;
  name: string;
  /** From 0 to 1. */
  progress: number;
}

/** The removals that were started here and go on. */
export const useRemovals = create<{ removals: readonly Removal[] }>(() => ({ removals: [] }));

/** Milliseconds between two looks at a job that is not told of by itself. */
const PAUSE = 500;
/** Milliseconds until a stream is asked for again that could not be had. */
const AGAIN = 5_000;

/** Resolves when the block is gone from every page; throws what the job failed with. */
export async function removeBlock({ id, name, version }: BranchInList): Promise<void> {
  const { data } = await blocksDelete({
    path: { id },
    headers: { ...ifMatch(version), Prefer: 'respond-async' },
    // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
    keepalive: true,
  });
  if (!isJob(data)) return;
  try {
    await follow(data, (progress) => note({ id, name, progress }));
  } finally {
    useRemovals.setState(({ removals }) => ({ removals: removals.filter((one) => one.id !== id) }));
  }
}

/** A job that had ended at once was answered with its result. */
function isJob(data: unknown): data is JobOut {
  return typeof data === 'object' && data !== null && 'state' in data;
}

async function follow(job: JobOut, tell: (progress: number) => void): Promise<void> {
  let current = job;
  let streamsAgainAt = 0;
  tell(current.progress);
  while (isUnderWay(current)) {
    if (Date.now() >= streamsAgainAt) {
      const last = await streamed(job.id, tell);
      streamsAgainAt = Date.now() + AGAIN;
      if (last && !isUnderWay(last)) return end(last);
    }
    await pause(PAUSE);
    current = (await contentJobsGet({ path: { job_id: job.id } })).data;
    tell(current.progress);
  }
  end(current);
}

/** The job as it was told of last, undefined where nothing was. */
const streamed = (id: string, tell: (progress: number) => void) =>
  streamJob({ service: 'content', id }, { onJob: ({ progress }) => tell(progress) }).catch(() => undefined);

function end(job: JobOut): void {
  if (job.state === 'failed') throw job.error?.detail ?? t`The block could not be deleted.`;
}

function note(removal: Removal): void {
  useRemovals.setState(({ removals }) => ({
    removals: [...removals.filter(({ id }) => id !== removal.id), removal],
  }));
}
