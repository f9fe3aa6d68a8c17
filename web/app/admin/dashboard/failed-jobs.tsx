/** Failed jobs that nobody has seen to, the latest of them by name. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type JobRecord, jobsKey, listJobsOptions } from '../../api/jobs.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import { dismissWithUndo } from '../jobs/dismiss.ts';
import jobs from '../jobs/entry.ts';
import { nameOf } from '../jobs/words.ts';
import styles from './dashboard.module.css';
import { CountLine } from './line.tsx';

/** As many are named; the list has the others. */
const NAMED = { start: 0, limit: 3, sort: '-finishedAt' };
/** Of their stand-ins, in percent. */
const WIDTHS = [48, 36, 42];

export function FailedJobs() {
  const query = useQuery(listJobsOptions(NAMED, { state: 'failed', isDismissed: false }));
  const jobsNamed = query.data?.results;
  // As many as the last time keep their room, so that nothing below moves when they come.
  const count = useRemembered('failed-jobs', jobsNamed?.length) ?? 0;
  return (
    <>
      <CountLine
        label={t`Failed jobs`}
        place={jobs}
        query={query}
        words={(count) => plural(count, { one: '# needs attention', other: '# need attention' })}
        filter="?state=failed"
      />
      {jobsNamed
        ? jobsNamed.map((job) => <FailedJob key={job.id} job={job} />)
        : !query.isError && WIDTHS.slice(0, count).map((width) => <StandIn key={width} width={width} />)}
    </>
  );
}

function StandIn({ width }: { width: number }) {
  return (
    <li className={styles.failed}>
      <div>
        <Skeleton width={`${width}%`} />
      </div>
    </li>
  );
}

function FailedJob({ job }: { job: JobRecord }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: jobsKey });
  const name = nameOf(job.name);
  return (
    <li className={styles.failed}>
      <div>
        <strong>{name}</strong>
        {job.error && <p title={job.error.detail}>{job.error.detail}</p>}
        <RelativeTime moment={job.finishedAt ?? job.createdAt} />
      </div>
      <Button
        size="sm"
        aria-label={t`Dismiss: ${name}`}
        onClick={() => void dismissWithUndo(job, refresh)}
      >{t`Dismiss`}</Button>
    </li>
  );
}
