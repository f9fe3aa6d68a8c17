import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing, X } from 'lucide-react';
import {
  cancelJob,
  dismissJob,
  isDismissable,
  isUnderWay,
  type JobFilters,
  type JobRecord,
  type JobState,
  jobsKey,
  listJobsOptions,
  undismissJob,
} from '../../api/jobs.ts';
import { getUserOptions } from '../../api/users.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { defineResource, type MenuAction } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import { useJob } from '../use-job.ts';
import { useServiceOptions } from '../use-service-options.ts';
import { nameOfUser, UserName } from '../user-name.tsx';
import { dismissWithUndo, undismiss } from './dismiss.ts';
import entry from './entry.ts';
import styles from './jobs.module.css';
import { JobStateBadge } from './state-badge.tsx';
import { DISMISSED, jobsInWords, nameOf, STATES } from './words.ts';

const OPTIONS = optionsOf({ ...STATES, dismissed: DISMISSED });

/** What an address says may be anything; a state that there is not lists all. */
function statesIn(value: string | undefined): Pick<JobFilters, 'state' | 'isDismissed'> {
  if (value === 'dismissed') return { state: 'failed', isDismissed: true };
  if (value === 'failed') return { state: 'failed', isDismissed: false };
  return { state: value && value in STATES ? (value as JobState) : undefined };
}

/** How far it is while it is under way, and what it failed at. */
const noteOf = (job: Pick<JobRecord, 'state' | 'message' | 'error'>) =>
  (isUnderWay(job) ? job.message : job.state === 'failed' ? job.error?.detail : undefined) ?? '';

/** What is under way is told of as it goes on, all lines of a service by one stream. */
function Note({ job: listed }: { job: JobRecord }) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: jobsKey });
  const job = useJob(listed.service, isUnderWay(listed) ? listed.id : undefined, refresh) ?? listed;
  if (job.state !== 'running' && !noteOf(job)) return '–';
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

function menuActions(job: JobRecord): MenuAction[] {
  if (job.isCancellable)
    return [
      { label: t`Cancel`, icon: X, isDangerous: true, onSelect: (refresh) => void cancel(job, refresh) },
    ];
  if (isDismissable(job))
    return [{ label: t`Dismiss`, icon: BellOff, onSelect: (refresh) => void dismissWithUndo(job, refresh) }];
  if (job.dismissedAt)
    return [
      { label: t`Undo dismissal`, icon: BellRing, onSelect: (refresh) => void undismiss(job, refresh) },
    ];
  return [];
}

export default defineResource<JobRecord>({
  ...entry,
  columns: [
    { key: 'name', header: t`Job`, cell: ({ name }) => nameOf(name), text: ({ name }) => nameOf(name) },
    {
      key: 'state',
      header: t`State`,
      isSortable: true,
      width: '9rem',
      cell: ({ state, dismissedAt }) => <JobStateBadge state={state} isDismissed={dismissedAt !== null} />,
      text: ({ state, dismissedAt }) => (dismissedAt ? DISMISSED : STATES[state]),
    },
    { key: 'note', header: t`Progress`, width: '28%', cell: (job) => <Note job={job} />, text: noteOf },
    {
      key: 'createdBy',
      header: t`Started by`,
      width: '9rem',
      cell: ({ createdBy }) => (createdBy ? <UserName userId={createdBy} /> : t`The site itself`),
      text: async ({ createdBy }, queryClient) =>
        createdBy
          ? queryClient.fetchQuery(getUserOptions(createdBy)).then(nameOfUser, () => createdBy)
          : t`The site itself`,
    },
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
      isSortable: true,
      isExtra: true,
      width: '9rem',
      cell: ({ finishedAt }) => (finishedAt ? <RelativeTime moment={finishedAt} /> : '–'),
      text: ({ finishedAt }) => finishedAt ?? '',
    },
  ],
  defaultSort: '-createdAt',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => nameOf(name),
  nothing: { title: t`No jobs`, detail: t`Nothing ran in the last month.` },
  filters: [
    { kind: 'select', name: 'state', label: t`State`, any: t`Any state`, useOptions: () => OPTIONS },
    {
      kind: 'select',
      name: 'service',
      label: t`Service`,
      any: t`All services`,
      useOptions: useServiceOptions,
    },
  ],
  list: ({ q, ...params }, { state, service }) =>
    listJobsOptions(params, { ...statesIn(state), service, q, kinds: q ? jobsInWords(q) : undefined }),
  menuActions,
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
    {
      label: t`Dismiss`,
      icon: BellOff,
      isFor: isDismissable,
      run: dismissJob,
      undo: undismissJob,
      done: (count) => t`${plural(count, { one: '# job was dismissed.', other: '# jobs were dismissed.' })}`,
    },
  ],
  invalidates: [jobsKey],
});
