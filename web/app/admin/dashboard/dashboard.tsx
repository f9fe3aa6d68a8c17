/** /cms-admin: what there is to look at, what changed last, what can be done next, and how the parts of the site are. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { FilePlus, PenLine } from 'lucide-react';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { VisitsCard } from '../analytics/visits-card.tsx';
import { Attention } from './attention.tsx';
import styles from './dashboard.module.css';
import { DashboardCard } from './dashboard-card.tsx';
import { RecentPages, useIsRoomUnknown } from './recent-pages.tsx';
import { MailNote, SiteStatus } from './services.tsx';
import { SetUp } from './set-up.tsx';

export function Dashboard() {
  const isRoomUnknown = useIsRoomUnknown();
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
      <div className={styles.grid} data-arriving={isRoomUnknown || undefined}>
        <div className={styles.column}>
          <DashboardCard
            title={t`Recently edited`}
            action={<Link to="/cms-admin/pages">{t`All pages`}</Link>}
          >
            <RecentPages />
          </DashboardCard>
          <SetUp />
        </div>
        <div className={styles.column}>
          <VisitsCard />
          <DashboardCard title={t`Needs attention`}>
            <Attention />
          </DashboardCard>
          <DashboardCard title={t`Services`}>
            <SiteStatus />
            <MailNote />
          </DashboardCard>
        </div>
      </div>
    </>
  );
}
