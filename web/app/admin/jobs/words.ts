import { t } from '@lingui/core/macro';
import type { JobState } from '../../api/jobs.ts';

export const STATES: Record<JobState, string> = {
  queued: t`Waiting`,
  running: t`Running`,
  done: t`Done`,
  failed: t`Failed`,
};

/** What a failed job is once somebody has seen to it. */
export const DISMISSED = t`Failed, dismissed`;

export { jobInWords as nameOf, jobsInWords } from '../../notifications/job-names.ts';
