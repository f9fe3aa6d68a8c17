/** What the ways to pay are set up with. Keys are for administrators; everybody else who runs the shop sees the rest. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ConfigEntry, configKey, setAllShopConfig } from '../../api/config.ts';
import { ecomConfigEntriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { ecomConfigEntriesList, type PaymentsStatusOut } from '../../api/generated/index.ts';
import { paymentsKey } from '../../api/orders.ts';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useLeaveWarning } from '../../ui/leave-warning.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import { Card } from '../card.tsx';
import { type ConfigValues, configValuesOf, saveConfig } from '../config/config-values.ts';
import { ResourceForm } from '../resource-form.tsx';
import styles from './payments.module.css';
import { sectionsOf } from './sections.tsx';

export function SettingsCard({ status }: { status: PaymentsStatusOut }) {
  const query = useQuery(ecomConfigEntriesListOptions());
  const begun = useRecordToEdit('shop-payments', query);
  return (
    <>
      <Webhooks status={status} />
      <Card title={t`Settings`}>
        {begun ? (
          <SettingsForm entries={begun} />
        ) : query.isError && query.data === undefined ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height="30rem" />
        )}
      </Card>
    </>
  );
}

function SettingsForm({ entries }: { entries: ConfigEntry[] }) {
  const queryClient = useQueryClient();
  const isDirty = useRef(() => false);
  const isAdmin = hasScope(readClaims(), ['admin']);
  useLeaveWarning(() => isDirty.current());
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: configKey });
    await queryClient.invalidateQueries({ queryKey: paymentsKey });
  };
  return (
    <ResourceForm<ConfigValues, ConfigEntry[]>
      record={entries}
      isDirtyRef={isDirty}
      sectionsOf={(present) => sectionsOf(present ?? entries, isAdmin)}
      valuesOf={configValuesOf}
      submit={(values, present) => saveConfig(values, present ?? entries, setAllShopConfig).finally(refresh)}
      submitLabel={t`Save`}
      refetch={async () => (await ecomConfigEntriesList()).data}
      onSaved={() => toast.success(t`The settings were saved.`)}
    />
  );
}

function Webhooks({ status }: { status: PaymentsStatusOut }) {
  return (
    <Card
      title={t`Webhooks`}
      description={t`Providers call these addresses when a payment changes. Add each at its provider: for Stripe with the events payment_intent.*, charge.refunded and refund.*, for PayPal with those of checkout orders and payments.`}
    >
      {[
        { name: 'Stripe', address: status.stripeWebhookUrl },
        { name: 'PayPal', address: status.paypalWebhookUrl },
      ].map(({ name, address }) => (
        <p key={name} className={styles.webhook}>
          <span>{name}</span>
          <code>{address}</code>
          <CopyButton size="md" text={address} aria-label={t`Copy the address for ${name}`} />
        </p>
      ))}
    </Card>
  );
}
