import { t } from '@lingui/core/macro';
import type { JobState } from '../../api/jobs.ts';

export const STATES: Record<JobState, string> = {
  queued: t`Waiting`,
  running: t`Running`,
  done: t`Done`,
  failed: t`Failed`,
};

export { jobInWords as nameOf, jobsInWords } from '../../notifications/job-names.ts';
