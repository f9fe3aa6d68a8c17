/** One order: how far it is, what was bought, where it goes, and all that happened to it. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#words/use-formats.ts';
import type { OrderOut } from '../../api/generated/index.ts';
import { type OrderRecord, paymentsOfOrderOptions } from '../../api/orders.ts';
import { Notice } from '../../ui/notice.tsx';
import { mayWrite } from '../define-resource.ts';
import { AddressesCard } from './addresses-card.tsx';
import { canBeBilled } from './billing.ts';
import entry from './entry.ts';
import { ItemsCard } from './items-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { OpenRefundsOfOrder } from './open-refunds.tsx';
import { OrderActions } from './order-actions.tsx';
import styles from './orders.module.css';
import { PaymentBadge, StateBadge } from './state-badge.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { gatewayInWords } from './words.ts';

export function OrderView({ record }: { record: OrderRecord }) {
  const formats = useFormats();
  // Opened, it has all of it: lists draw no such view.
  const order = record as OrderOut;
  const isWriter = mayWrite(entry);
  return (
    <div className={styles.order}>
      <div className={styles.head}>
        <p className={styles.facts}>
          <StateBadge state={order.state} isCollected={order.isCollected} />
          <PaymentBadge state={order.state} payment={order.paymentState} />
          <span>{formats.dateTime(order.createdAt, 'long', 'short')}</span>
          <span>{gatewayInWords(order.gateway)}</span>
        </p>
        <OrderActions order={order} isWriter={isWriter} />
      </div>
      {isWriter && <UnreadPayments order={order} />}
      {order.expiresAt && (
        <Notice>
          {new Date(order.expiresAt) > new Date()
            ? t`Unless it is paid, this order is cancelled on ${formats.dateTime(order.expiresAt, 'medium', 'short')} and its stock is released.`
            : t`The time to pay this order is over. It is cancelled, and its stock released, as soon as the payment provider confirms that no money is on its way.`}
        </Notice>
      )}
      {isWriter && order.state === 'cancelled' && canBeBilled(order) && (
        <Notice>
          {t`It was not paid online, and the customer cannot pay it online any more. To reopen it, send an invoice.`}
        </Notice>
      )}
      {order.customerNote && <Notice>{t`The customer says: “${order.customerNote}”`}</Notice>}
      {order.paidAmount > 0 && <OpenRefundsOfOrder orderId={order.id} />}
      <ItemsCard order={order} />
      <AddressesCard order={order} isWriter={isWriter} />
      <NotesCard order={order} isWriter={isWriter} />
      <TimelineCard order={order} />
    </div>
  );
}

/** What can be done with its money is not known without its payments. */
function UnreadPayments({ order }: { order: OrderOut }) {
  const { data, isError, refetch } = useQuery(paymentsOfOrderOptions(order.id));
  if (!isError || data) return null;
  return (
    <Notice tone="warning">
      {t`The order’s payments could not be loaded. Until they are, it cannot be marked as paid or refunded.`}{' '}
      <Button size="xs" onClick={() => void refetch()}>
        {t`Try again`}
      </Button>
    </Notice>
  );
}
