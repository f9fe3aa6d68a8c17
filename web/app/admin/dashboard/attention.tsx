/** What waits for somebody: each line is always there, so that nothing moves when it is known, and it can be learnt where to look. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ConfigEntry, listConfigOptions } from '../../api/config.ts';
import {
  backupsListOptions,
  blogListPostsOptions,
  emailsListOptions,
  linksGetLatestCheckOptions,
  linksListOptions,
  urlMapsListMissingOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { BackupOut } from '../../api/generated/index.ts';
import { useHasScope } from '../../session/use-session.ts';
import backups from '../backups/entry.ts';
import blog from '../blog/entry.ts';
import emails from '../emails/entry.ts';
import links from '../link-checker/entry.ts';
import missing from '../missing-addresses/entry.ts';
import styles from './dashboard.module.css';
import { FailedJobs } from './failed-jobs.tsx';
import { CountLine, type Finding, Line } from './line.tsx';

const ONE = { start: 0, limit: 1 };

function BrokenLinks() {
  const check = useQuery(linksGetLatestCheckOptions());
  const broken = useQuery(linksListOptions({ query: { ...ONE, state: ['broken'], 'is-ignored': false } }));
  const label = t`Broken links`;
  if (check.data && !check.data.check)
    return (
      <Line
        label={label}
        place={links}
        finding={{ isDone: false, words: t`Never checked`, isCalm: true }}
        isUnknown={false}
      />
    );
  return (
    <CountLine
      label={label}
      place={links}
      query={{ data: check.data && broken.data, isError: check.isError || broken.isError }}
      words={(count) => plural(count, { one: '# address', other: '# addresses' })}
      filter="?state=broken"
    />
  );
}

function MissingAddresses() {
  return (
    <CountLine
      label={missing.many}
      place={missing}
      query={useQuery(urlMapsListMissingOptions({ query: ONE }))}
      words={(count) => plural(count, { one: '# requested', other: '# requested' })}
    />
  );
}

function ScheduledPosts() {
  return (
    <CountLine
      label={t`Scheduled posts`}
      place={blog}
      query={useQuery(blogListPostsOptions({ query: { ...ONE, state: 'scheduled' } }))}
      words={(count) => plural(count, { one: '# scheduled', other: '# scheduled' })}
      filter="?state=scheduled"
      isCalm
    />
  );
}

function PostsWithoutPage() {
  return (
    <CountLine
      label={t`Posts without a page`}
      place={blog}
      query={useQuery(blogListPostsOptions({ query: { ...ONE, state: 'without_page' } }))}
      words={(count) => plural(count, { one: '# not shown', other: '# not shown' })}
      filter="?state=without_page"
      isCalm
    />
  );
}

/** A message that was stored while there was no mail server is not sent later by itself: somebody has to do it. */
function UnsentEmails() {
  const failed = useQuery(emailsListOptions({ query: { start: '0', limit: 1, state: 'failed' } }));
  const kept = useQuery(emailsListOptions({ query: { start: '0', limit: 1, state: 'kept' } }));
  const areFailed = Boolean(failed.data?.total);
  const counted = areFailed
    ? failed
    : { data: failed.data && kept.data, isError: failed.isError || kept.isError };
  return (
    <CountLine
      label={t`Unsent emails`}
      place={emails}
      query={counted}
      words={(count) =>
        areFailed
          ? plural(count, { one: '# failed', other: '# failed' })
          : plural(count, { one: '# stored', other: '# stored' })
      }
      filter={areFailed ? '?state=failed' : '?state=kept'}
      isCalm={!areFailed}
    />
  );
}

function ScheduledBackups() {
  const query = useQuery(backupsListOptions({ query: { ...ONE, kind: ['scheduled'] } }));
  const config = useQuery(listConfigOptions());
  return (
    <Line
      label={t`Scheduled backups`}
      place={backups}
      finding={query.data && config.data && findingOf(query.data.results[0], config.data)}
      isUnknown={query.isError || config.isError}
    />
  );
}

function findingOf(latest: BackupOut | undefined, config: ConfigEntry[]): Finding {
  if (latest?.state === 'failed') return { isDone: false, words: t`The last one failed` };
  if (latest?.faultyFiles)
    return {
      isDone: false,
      words: plural(latest.faultyFiles, {
        one: '# file was missing or damaged',
        other: '# files were missing or damaged',
      }),
    };
  const isOff = config.find(({ key }) => key === 'backupSchedule')?.value === 'off';
  return { isDone: true, words: isOff ? t`Off` : t`None failed` };
}

export function Attention() {
  const isAdmin = useHasScope('admin');
  return (
    <ul className={styles.rows}>
      <BrokenLinks />
      <MissingAddresses />
      <ScheduledPosts />
      <PostsWithoutPage />
      {isAdmin && <FailedJobs />}
      {isAdmin && <UnsentEmails />}
      {isAdmin && <ScheduledBackups />}
    </ul>
  );
}
