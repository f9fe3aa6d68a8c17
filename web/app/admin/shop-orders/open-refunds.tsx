/** The refunds of a payment that the order does not count: on their way, or failed. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#words/use-formats.ts';
import type { PaymentOut, RefundOut } from '../../api/generated/index.ts';
import { refundsOfPaymentOptions } from '../../api/orders.ts';
import { Notice } from '../../ui/notice.tsx';

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
