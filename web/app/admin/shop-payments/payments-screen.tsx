/** /cms-ecom/payments: which ways to pay are offered, their keys, and payments and refunds that failed. */
import { useQuery } from '@tanstack/react-query';
import { paymentsStatusOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { mayWrite } from '../define-resource.ts';
import entry from './entry.ts';
import { MethodsCard } from './methods-card.tsx';
import styles from './payments.module.css';
import { SettingsCard } from './settings-card.tsx';
import { TroublesCard } from './troubles-card.tsx';

export function PaymentsScreen() {
  const query = useQuery(paymentsStatusOptions());
  return (
    <div className={styles.screen}>
      <PageHeader title={entry.many} description={entry.description} />
      <Loaded query={query} skeleton={<Skeleton height="36rem" />}>
        {(status) => (
          <>
            <MethodsCard status={status} />
            <TroublesCard />
            {mayWrite(entry) && <SettingsCard status={status} />}
          </>
        )}
      </Loaded>
    </div>
  );
}
