/** /cms-ecom: what was sold, what waits for somebody, and what is not set up. */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dashboardGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { siteOptions } from '../../api/site.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../dashboard/dashboard.module.css';
import { DashboardCard } from '../dashboard/dashboard-card.tsx';
import { MailNote } from '../dashboard/services.tsx';
import entry from './entry.ts';
import { SalesCard } from './sales-card.tsx';
import { SetUpCard } from './set-up-card.tsx';
import own from './shop-dashboard.module.css';
import { ToDo } from './to-do.tsx';

/** How often it is asked for while it is open. Milliseconds. */
const EVERY = 60_000;

export function DashboardScreen() {
  const site = useQuery(siteOptions());
  const query = useQuery({
    // The shop's days are the site's. Where nobody knows the site's clocks, one's own do.
    ...dashboardGetOptions({ query: { timezone: site.data?.timezone ?? undefined } }),
    enabled: !site.isPending,
    refetchInterval: EVERY,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title={entry.many} description={entry.description} />
      <Loaded query={query} skeleton={<Skeleton height="34rem" />}>
        {(dashboard) => (
          <div className={styles.grid}>
            <div className={own.column}>
              <SetUpCard dashboard={dashboard} />
              <SalesCard dashboard={dashboard} />
            </div>
            <div className={styles.column}>
              <DashboardCard title={t`To do`}>
                <ToDo dashboard={dashboard} />
                <MailNote />
              </DashboardCard>
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
