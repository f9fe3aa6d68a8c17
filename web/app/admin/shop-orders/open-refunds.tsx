/** The refunds of a payment that the order does not count: on their way, or failed. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#words/use-formats.ts';
import type { PaymentOut, RefundOut } from '../../api/generated/index.ts';
import { paymentsOfOrderOptions, refundsOfPaymentOptions } from '../../api/orders.ts';
import { Notice } from '../../ui/notice.tsx';

const PAID = ['captured', 'part_refunded', 'refunded'];

export const amountOnItsWay = (refunds: RefundOut[]): number =>
  refunds.reduce((sum, { amount, state }) => (state === 'pending' ? sum + amount : sum), 0);

export function OpenRefunds({ payment }: { payment: PaymentOut }) {
  const { money } = useFormats();
  const { data = [] } = useQuery(refundsOfPaymentOptions(payment.id));
  const open = data.filter(({ state }) => state === 'pending' || state === 'failed');
  return open.map(({ id, state, amount, currency }) => (
    <Notice key={id}>
      {state === 'pending'
        ? t`A refund of ${money(amount, currency)} is on its way.`
        : t`A refund of ${money(amount, currency)} failed. Retry or close it under Payments.`}
    </Notice>
  ));
}

/** Those of all payments that the order has had money of. */
export function OpenRefundsOfOrder({ orderId }: { orderId: string }) {
  const { data } = useQuery(paymentsOfOrderOptions(orderId));
  const paid = data?.results.filter(({ capturedAt, state }) => capturedAt || PAID.includes(state)) ?? [];
  return paid.map((payment) => <OpenRefunds key={payment.id} payment={payment} />);
}
