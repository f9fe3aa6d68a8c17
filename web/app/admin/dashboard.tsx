/** /cms-admin: what changed last, what can be done next, and how the parts of the site are. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, FilePlus, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listPagesOptions } from '../api/pages.ts';
import { partsOf, siteOptions } from '../api/site.ts';
import { useHasScope } from '../session/use-session.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import styles from './dashboard.module.css';

const RECENT = 6;
/** The pages that serve errors, which set-up made, are no news; more are asked for, so that six remain. */
const ERRORS = '/error/';
const ASKED = RECENT + 4;
/** How often the state of the parts is asked for while the dashboard is open. Milliseconds. */
const STATUS_EVERY = 30_000;

function Card({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

function RecentPages() {
  const query = useQuery(listPagesOptions({ start: 0, limit: ASKED, sort: '-updatedAt' }));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const pages = query.data?.results.filter(({ url }) => !url.startsWith(ERRORS)).slice(0, RECENT);
  return (
    <ul className={styles.rows}>
      {pages
        ? pages.map((page) => (
            <li key={page.id}>
              <a href={page.url} className={styles.page}>
                <strong>{page.title}</strong>
                <span>{page.url}</span>
              </a>
              <span className={styles.when}>
                <RelativeTime moment={page.updatedAt} />
              </span>
            </li>
          ))
        : [60, 45, 52].map((width) => (
            <li key={width}>
              <Skeleton width={`${width}%`} />
            </li>
          ))}
    </ul>
  );
}

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

function SiteStatus() {
  const site = useQuery(siteOptions());
  const parts = partsOf(site.data);
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
                <CircleAlert size={15} aria-hidden /> {status?.isError ? t`Not answering` : t`In trouble`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** That emails go nowhere. Below the parts, so that nothing moves when it is known. */
function MailNote() {
  const { data: site } = useQuery(siteOptions());
  const mayRead = useHasScope('admin');
  if (site?.hasMail !== false) return null;
  return (
    <div className={styles.note}>
      <Notice tone="warning">
        {mayRead ? (
          <Trans>
            No mail server is set up. Emails, such as links for a new password, are kept in{' '}
            <Link to="/cms-admin/emails">the mail log</Link> and not sent.
          </Trans>
        ) : (
          t`No mail server is set up. Emails, such as links for a new password, are kept and not sent.`
        )}
      </Notice>
    </div>
  );
}

export function Dashboard() {
  return (
    <>
      <PageHeader
        title={t`Dashboard`}
        actions={
          <>
            <Button
              component={Link}
              to="/cms-admin/pages/new"
              size="md"
              leftSection={<FilePlus size={16} aria-hidden />}
            >
              {t`New page`}
            </Button>
            <Button
              component="a"
              href="/"
              variant="filled"
              size="md"
              leftSection={<PenLine size={16} aria-hidden />}
            >
              {t`Edit the site`}
            </Button>
          </>
        }
      />
      <div className={styles.grid}>
        <Card title={t`Recently edited`} action={<Link to="/cms-admin/pages">{t`All pages`}</Link>}>
          <RecentPages />
        </Card>
        <Card title={t`Services`}>
          <SiteStatus />
          <MailNote />
        </Card>
      </div>
    </>
  );
}
