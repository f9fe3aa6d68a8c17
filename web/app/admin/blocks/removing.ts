/** Taking a shared block off every page is a job: this starts it and follows it. */
import { t } from '@lingui/core/macro';
import { create } from 'zustand';
import { ifMatch } from '../../api/fetch.ts';
import { type BranchInList, blocksDelete, type JobOut } from '../../api/generated/index.ts';
import { watchJob } from '../../api/watch-job.ts';

export interface Removal {
  /** The block's. */
  id: string;
  name: string;
  /** From 0 to 1. */
  progress: number;
}

/** The removals that were started here and go on. */
export const useRemovals = create<{ removals: readonly Removal[] }>(() => ({ removals: [] }));

/** Resolves to the job that takes the block off every page, once it has begun. */
export async function removeBlock({ id, version }: BranchInList): Promise<unknown> {
  const { data } = await blocksDelete({
    path: { id },
    headers: { ...ifMatch(version), Prefer: 'respond-async' },
    // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
    keepalive: true,
  });
  return data;
}

/** Resolves when the block is gone from every page; throws what the job failed with. */
export async function followRemoval({ id, name }: BranchInList, job: unknown): Promise<void> {
  if (!isJob(job)) return;
  try {
    note({ id, name, progress: job.progress });
    end(
      await watchJob(
        { service: 'content', id: job.id },
        { onJob: ({ progress }) => note({ id, name, progress }) },
      ),
    );
  } finally {
    useRemovals.setState(({ removals }) => ({ removals: removals.filter((one) => one.id !== id) }));
  }
}

/** A job that had ended at once was answered with its result. */
function isJob(data: unknown): data is JobOut {
  return typeof data === 'object' && data !== null && 'state' in data;
}

function end(job: JobOut): void {
  if (job.state === 'failed') throw job.error?.detail ?? t`The block could not be deleted.`;
}

function note(removal: Removal): void {
  useRemovals.setState(({ removals }) => ({
    removals: [...removals.filter(({ id }) => id !== removal.id), removal],
  }));
}
