/** What waits for somebody: each line is always there, so that nothing moves when it is known, and it can be learnt where to look. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { listConfigOptions } from '../../api/config.ts';
import {
  backupsListOptions,
  blogListPostsOptions,
  emailsListOptions,
  linksGetLatestCheckOptions,
  linksListOptions,
  urlMapsListMissingOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { useHasScope } from '../../session/use-session.ts';
import backups from '../backups/entry.ts';
import blog from '../blog/entry.ts';
import config from '../config/entry.ts';
import emails from '../emails/entry.ts';
import links from '../link-checker/entry.ts';
import missing from '../missing-addresses/entry.ts';
import styles from './dashboard.module.css';
import { CountLine, type Finding, Line } from './line.tsx';

const ONE = { start: 0, limit: 1 };

function BrokenLinks() {
  const check = useQuery(linksGetLatestCheckOptions());
  const broken = useQuery(linksListOptions({ query: { ...ONE, state: ['broken'], isIgnored: false } }));
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
      words={(count) => plural(count, { one: '# asked for', other: '# asked for' })}
    />
  );
}

function ScheduledPosts() {
  return (
    <CountLine
      label={t`Scheduled posts`}
      place={blog}
      query={useQuery(blogListPostsOptions({ query: { ...ONE, state: 'scheduled' } }))}
      words={(count) => plural(count, { one: '# to come', other: '# to come' })}
      filter="?state=scheduled"
      isCalm
    />
  );
}

function FailedEmails() {
  return (
    <CountLine
      label={t`Failed emails`}
      place={emails}
      query={useQuery(emailsListOptions({ query: { start: '0', limit: 1, state: 'failed' } }))}
      words={(count) => plural(count, { one: '# not sent', other: '# not sent' })}
      filter="?state=failed"
    />
  );
}

function ScheduledBackups() {
  const query = useQuery(backupsListOptions({ query: { ...ONE, kind: ['scheduled'] } }));
  const hasFailed = query.data?.results[0]?.state === 'failed';
  const finding: Finding | undefined =
    query.data &&
    (hasFailed ? { isDone: false, words: t`The last one failed` } : { isDone: true, words: t`None failed` });
  return <Line label={t`Scheduled backups`} place={backups} finding={finding} isUnknown={query.isError} />;
}

function ContactAddress() {
  const query = useQuery(listConfigOptions());
  const entry = query.data?.find(({ key }) => key === 'contactAddress');
  const isSet = entry === undefined || entry.value !== '';
  const finding: Finding | undefined =
    query.data &&
    (isSet ? { isDone: true, words: t`Set` } : { isDone: false, words: t`Not set`, isCalm: true });
  return <Line label={t`Contact address`} place={config} finding={finding} isUnknown={query.isError} />;
}

export function Attention() {
  const isAdmin = useHasScope('admin');
  return (
    <ul className={styles.rows}>
      <BrokenLinks />
      <MissingAddresses />
      <ScheduledPosts />
      {isAdmin && <FailedEmails />}
      {isAdmin && <ScheduledBackups />}
      {isAdmin && <ContactAddress />}
    </ul>
  );
}
