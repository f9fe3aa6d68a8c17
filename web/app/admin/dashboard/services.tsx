/** How the parts of the site are, and whether emails go anywhere. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { partsOf, siteOptions } from '../../api/site.ts';
import { useHasScope } from '../../session/use-session.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAreas } from '../use-areas.ts';
import styles from './dashboard.module.css';

/** How often the state of the parts is asked for while the dashboard is open. Milliseconds. */
const STATUS_EVERY = 30_000;

/** A part of the site has given up on something: administrators see on what. */
function FailedEvents({ count, service }: { count: number; service: string }) {
  const mayRead = useHasScope('admin');
  const words = t`${plural(count, { one: '1 failed event', other: '# failed events' })}`;
  return (
    <span className={styles.unwell}>
      <CircleAlert size={15} aria-hidden />
      {mayRead ? <Link to={`/cms-admin/failed-events?service=${service}`}>{words}</Link> : words}
    </span>
  );
}

export function SiteStatus() {
  const parts = partsOf(useAreas());
  const statuses = useQueries({
    queries: parts.map(({ options }) => ({
      ...options,
      retry: false,
      refetchInterval: STATUS_EVERY,
    })),
  });
  return (
    <ul className={styles.rows}>
      {parts.map(({ service, label }, index) => {
        const status = statuses[index];
        const failed = status?.data?.failedEvents ?? 0;
        const isWell = status?.isSuccess && Object.values(status.data.dependencies).every(({ ok }) => ok);
        return (
          <li key={label}>
            <span>{label}</span>
            {status?.isPending ? (
              <Skeleton width="4rem" />
            ) : isWell && failed > 0 ? (
              <FailedEvents count={failed} service={service} />
            ) : isWell ? (
              <span className={styles.well}>
                <CircleCheck size={15} aria-hidden /> {t`Running`}
              </span>
            ) : (
              <span className={styles.unwell}>
                <CircleAlert size={15} aria-hidden /> {status?.isError ? t`Not answering` : t`Has problems`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** That emails go nowhere. Below the parts, so that nothing moves when it is known. */
export function MailNote() {
  const { data: site } = useQuery(siteOptions());
  const mayRead = useHasScope('admin');
  if (site?.hasMail !== false) return null;
  return (
    <div className={styles.note}>
      <Notice tone="warning">
        {mayRead ? (
          <Trans>
            No mail server is set up. Emails, such as links for a new password, are stored under{' '}
            <Link to="/cms-admin/emails">Emails</Link> and not sent.
          </Trans>
        ) : (
          t`No mail server is set up. Emails, such as links for a new password, are stored and not sent.`
        )}
      </Notice>
    </div>
  );
}
