/** A failed job that somebody has seen to: nobody is asked to look at it any more, until that is taken back. */
import { t } from '@lingui/core/macro';
import { dismissJob, type JobRecord, undismissJob } from '../../api/jobs.ts';
import { toast } from '../../ui/toast.ts';
import { nameOf } from './words.ts';

/** Says what came of it. `refresh` reads anew what shows the job. */
export async function dismissWithUndo(job: JobRecord, refresh: () => Promise<void>): Promise<void> {
  try {
    await dismissJob(job);
    toast.undo(t`“${nameOf(job.name)}” was dismissed.`, { onUndo: () => void undismiss(job, refresh) });
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}

/** Takes that back. */
export async function undismiss(job: JobRecord, refresh: () => Promise<void>): Promise<void> {
  try {
    await undismissJob(job);
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}
