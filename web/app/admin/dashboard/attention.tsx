/** What waits for somebody: each line is always there, so that nothing moves when it is known, and it can be learnt where to look. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
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
import { Skeleton } from '../../ui/skeleton.tsx';
import backups from '../backups/entry.ts';
import blog from '../blog/entry.ts';
import config from '../config/entry.ts';
import { addressOf, type Place } from '../define-entry.ts';
import emails from '../emails/entry.ts';
import links from '../link-checker/entry.ts';
import missing from '../missing-addresses/entry.ts';
import styles from './dashboard.module.css';

/** What a line comes to: nothing to do, or what there is and where. */
type Finding =
  | { isDone: true; words: string }
  | { isDone: false; words: string; query?: string; isCalm?: boolean };

interface LineProps {
  label: string;
  place: Place;
  /** Undefined until it is known. */
  finding: Finding | undefined;
  isUnknown: boolean;
}

function Line({ label, place, finding, isUnknown }: LineProps) {
  return (
    <li>
      <span>{label}</span>
      {finding === undefined ? (
        isUnknown ? (
          <span className={styles.calm}>{t`Not known now`}</span>
        ) : (
          <Skeleton width="4rem" />
        )
      ) : finding.isDone ? (
        <span className={styles.calm}>{finding.words}</span>
      ) : (
        <Link
          className={styles.todo}
          data-tone={finding.isCalm ? 'calm' : 'danger'}
          to={`${addressOf(place)}${finding.query ?? ''}`}
        >
          {finding.words}
        </Link>
      )}
    </li>
  );
}

interface CountLineProps {
  label: string;
  place: Place;
  query: { data: { total: number } | undefined; isError: boolean };
  words: (count: number) => string;
  /** Added to the address: the filter that shows them. */
  filter?: string;
  /** Nothing is wrong with them. */
  isCalm?: boolean;
}

function CountLine({ label, place, query, words, filter, isCalm }: CountLineProps) {
  const count = query.data?.total;
  const finding: Finding | undefined =
    count === undefined
      ? undefined
      : count === 0
        ? { isDone: true, words: t`None` }
        : { isDone: false, words: words(count), query: filter, isCalm };
  return <Line label={label} place={place} finding={finding} isUnknown={query.isError} />;
}

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
