/** The refunds of a payment that the order does not count: on their way, or failed. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#words/use-formats.ts';
import type { PaymentOut, RefundOut } from '../../api/generated/index.ts';
import { ordersKey, paymentsOfOrderOptions, refundsOfPaymentOptions } from '../../api/orders.ts';
import { Notice } from '../../ui/notice.tsx';
import { addressOf } from '../define-entry.ts';
import { mayWrite } from '../define-resource.ts';
import payments from '../shop-payments/entry.ts';
import entry from './entry.ts';

const PAID = ['captured', 'part_refunded', 'refunded'];

/** As the shop counts it: what goes back by itself is money that the order never took. */
export const amountOnItsWay = (refunds: RefundOut[]): number =>
  refunds
    .filter(({ kind, state }) => state === 'pending' && kind !== 'automatic')
    .reduce((sum, { amount }) => sum + amount, 0);

export function OpenRefunds({ payment }: { payment: PaymentOut }) {
  const { money } = useFormats();
  const client = useQueryClient();
  const query = useQuery(refundsOfPaymentOptions(payment.id));
  const pending = query.data?.filter(({ state }) => state === 'pending').length ?? 0;
  const known = useRef(0);
  // What has come of one is said by the order, too.
  useEffect(() => {
    if (pending < known.current) void client.invalidateQueries({ queryKey: ordersKey });
    known.current = pending;
  }, [client, pending]);
  if (query.isError && !query.data)
    return (
      // Somebody else may have had the same money go back just now.
      <Notice tone="warning">
        {t`The refunds of this payment could not be loaded.`}{' '}
        <Button size="xs" onClick={() => void query.refetch()}>
          {t`Try again`}
        </Button>
      </Notice>
    );
  const inWords = ({ state, amount, currency }: RefundOut) => {
    const said = money(amount, currency);
    if (state === 'pending') return t`A refund of ${said} is on its way.`;
    if (!mayWrite(entry)) return t`A refund of ${said} failed.`;
    return (
      <Trans>
        A refund of {said} failed. Retry or close it under <Link to={addressOf(payments)}>Payments</Link>.
      </Trans>
    );
  };
  const open = query.data?.filter(({ state }) => state === 'pending' || state === 'failed') ?? [];
  return open.map((refund) => (
    <Notice key={refund.id} tone={refund.state === 'failed' ? 'warning' : undefined}>
      {inWords(refund)}
    </Notice>
  ));
}

/** Those of all payments that money came of. */
export function OpenRefundsOfOrder({ orderId }: { orderId: string }) {
  const { data } = useQuery(paymentsOfOrderOptions(orderId));
  const paid = data?.results.filter(({ capturedAt, state }) => capturedAt || PAID.includes(state)) ?? [];
  return paid.map((payment) => <OpenRefunds key={payment.id} payment={payment} />);
}
