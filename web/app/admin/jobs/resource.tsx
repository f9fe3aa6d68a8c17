import { plural, t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import {
  cancelJob,
  isUnderWay,
  type JobRecord,
  type JobState,
  jobServices,
  jobsKey,
  listJobsOptions,
} from '../../api/jobs.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { defineResource } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import entry from './entry.ts';
import styles from './jobs.module.css';
import { JobStateBadge } from './state-badge.tsx';
import { nameOf, STATES } from './words.ts';

const OPTIONS = optionsOf(STATES);
const SERVICES = jobServices().map(({ service, label }) => ({ value: service, label }));
/** What an address says may be anything; a state that there is not lists all. */
const stateIn = (value: string | undefined) => (value && value in STATES ? (value as JobState) : undefined);

/** How far it is while it is under way, and what it failed at. */
const noteOf = (job: JobRecord) =>
  (isUnderWay(job) ? job.message : job.state === 'failed' ? job.error?.detail : undefined) ?? '';

function Note({ job }: { job: JobRecord }) {
  return (
    <div className={styles.note}>
      {job.state === 'running' && (
        <progress value={job.progress} max={1} aria-label={t`Progress of ${nameOf(job.name)}`} />
      )}
      {noteOf(job) && <span>{noteOf(job)}</span>}
    </div>
  );
}

async function cancel(job: JobRecord, refresh: () => Promise<void>): Promise<void> {
  try {
    await cancelJob(job);
    toast.success(t`“${nameOf(job.name)}” is being cancelled.`);
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}

export default defineResource<JobRecord>({
  ...entry,
  columns: [
    { key: 'name', header: t`Job`, cell: ({ name }) => nameOf(name), text: ({ name }) => nameOf(name) },
    {
      key: 'state',
      header: t`State`,
      width: '8rem',
      cell: ({ state }) => <JobStateBadge state={state} />,
      text: ({ state }) => STATES[state],
    },
    { key: 'note', header: t`Progress`, width: '36%', cell: (job) => <Note job={job} />, text: noteOf },
    {
      key: 'createdAt',
      header: t`Started`,
      isSortable: true,
      width: '9rem',
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      key: 'finishedAt',
      header: t`Ended`,
      isExtra: true,
      width: '9rem',
      cell: ({ finishedAt }) => (finishedAt ? <RelativeTime moment={finishedAt} /> : '–'),
      text: ({ finishedAt }) => finishedAt ?? '',
    },
  ],
  defaultSort: '-createdAt',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => nameOf(name),
  nothing: { title: t`No jobs`, detail: t`Nothing was started in the last month.` },
  isSearchable: false,
  filters: [
    { kind: 'select', name: 'state', label: t`State`, any: t`Any state`, useOptions: () => OPTIONS },
    {
      kind: 'select',
      name: 'service',
      label: t`Service`,
      any: t`All services`,
      useOptions: () => SERVICES,
    },
  ],
  list: (params, { state, service }) => listJobsOptions(params, stateIn(state), service),
  menuActions: (job) =>
    job.isCancellable
      ? [{ label: t`Cancel`, icon: X, isDangerous: true, onSelect: (refresh) => void cancel(job, refresh) }]
      : [],
  bulkActions: [
    {
      label: t`Cancel`,
      icon: X,
      isFor: ({ isCancellable }) => isCancellable,
      run: async (job) => {
        await cancelJob(job);
        return job;
      },
      done: (count) =>
        t`${plural(count, { one: '# job is being cancelled.', other: '# jobs are being cancelled.' })}`,
    },
  ],
  invalidates: [jobsKey],
});
