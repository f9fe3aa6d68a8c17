/** Payments and refunds that somebody has to look at. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { screenFormats } from '#words/screen-formats.ts';
import {
  paymentsListAllRefundsOptions,
  paymentsListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type AskedPaymentOut,
  type ListedRefundOut,
  type PaymentOut,
  paymentsAsk,
  paymentsClose,
  paymentsRetry,
} from '../../api/generated/index.ts';
import { ordersKey, paymentsKey, refetchWhilePending } from '../../api/orders.ts';
import { Badge } from '../../ui/badge.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { Card, CardItem, CardList } from '../card.tsx';
import { mayWrite } from '../define-resource.ts';
import entry from './entry.ts';
import styles from './payments.module.css';
import { ANSWERS, faultInWords, GATEWAYS, REFUND_KINDS, refundFaultInWords } from './words.ts';

const MOST = 20;
const SKELETON = <Skeleton height="6rem" />;

export function TroublesCard() {
  const refunds = useQuery({
    ...paymentsListAllRefundsOptions({
      query: { state: ['failed', 'pending'], limit: MOST, sort: 'state,-createdAt' },
    }),
    refetchInterval: ({ state }) => refetchWhilePending(state.data?.results),
  });
  const payments = useQuery(paymentsListOptions({ query: { state: ['failed'], limit: MOST } }));
  return (
    <>
      <Card title={t`Open refunds`} description={t`Failed and pending refunds.`}>
        <Loaded query={refunds} skeleton={SKELETON}>
          {({ results }) =>
            results.length === 0 ? (
              <p>{t`No failed or pending refunds.`}</p>
            ) : (
              <CardList label={t`Open refunds`}>
                {results.map((refund) => (
                  <RefundItem key={refund.id} refund={refund} />
                ))}
              </CardList>
            )
          }
        </Loaded>
      </Card>
      <Card title={t`Failed payments`} description={t`The latest. Buyers may still pay with another card.`}>
        <Loaded query={payments} skeleton={SKELETON}>
          {({ results }) =>
            results.length === 0 ? (
              <p>{t`No payment failed.`}</p>
            ) : (
              <CardList label={t`Failed payments`}>
                {results.map((payment) => (
                  <PaymentItem key={payment.id} payment={payment} />
                ))}
              </CardList>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

/** Does something about one of them, and reads the lists anew. */
function useStep<Answer>(mutationFn: () => Promise<Answer>, inWords: (answer: Answer) => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => toast.success(inWords(answer)),
    onError: (error) => toast.error(error),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: paymentsKey }),
        queryClient.invalidateQueries({ queryKey: ordersKey }),
      ]),
  });
}

/** Money that came for an order which the shop has no more has no reference. */
function OrderLink({
  of: { orderId, orderReference },
}: {
  of: Pick<PaymentOut, 'orderId' | 'orderReference'>;
}) {
  if (!orderReference) return t`Unknown order`;
  return <Link to={`/cms-ecom/orders/${orderId}`}>{orderReference}</Link>;
}

function RefundItem({ refund }: { refund: ListedRefundOut }) {
  const retry = useStep(
    () => paymentsRetry({ path: { id: refund.id } }),
    () => t`The refund is being retried.`,
  );
  const close = useStep(
    async () => {
      await paymentsClose({ path: { id: refund.id }, body: { isSentByHand: false } });
    },
    () => t`The refund was closed.`,
  );
  const send = useStep(
    async () => {
      await paymentsClose({ path: { id: refund.id }, body: { isSentByHand: true } });
    },
    () => t`The refund was recorded.`,
  );
  const money = screenFormats().money(refund.amount, refund.currency);
  const askToClose = async () => {
    const isSure = await confirm({
      title: t`Close the refund`,
      message: t`This refund of ${money} will not be paid, and does not count as refunded. This cannot be undone.`,
      confirmLabel: t`Close the refund`,
    });
    if (isSure) close.mutate();
  };
  const askToSend = async () => {
    const isSure = await confirm({
      title: t`Mark as refunded`,
      message: t`Have you sent the ${money} for ${refund.orderReference} another way? It counts as refunded, and the customer is emailed. This cannot be undone.`,
      confirmLabel: t`Mark as refunded`,
    });
    if (isSure) send.mutate();
  };
  const hasFailed = refund.state === 'failed';
  return (
    <CardItem
      title={
        <span className={styles.title}>
          <OrderLink of={refund} /> · {money}{' '}
          {hasFailed ? <Badge tone="danger">{t`Failed`}</Badge> : <Badge>{t`On its way`}</Badge>}
        </span>
      }
      actions={
        hasFailed &&
        mayWrite(entry) && (
          <>
            <Button
              size="md"
              aria-label={t`Retry the refund of ${refund.orderReference}`}
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              {t`Retry`}
            </Button>
            {refund.kind !== 'automatic' && (
              <Button
                size="md"
                aria-label={t`Mark as refunded: ${refund.orderReference}`}
                loading={send.isPending}
                onClick={() => void askToSend()}
              >
                {t`Mark as refunded`}
              </Button>
            )}
            <Button
              size="md"
              aria-label={t`Close the refund of ${refund.orderReference}`}
              loading={close.isPending}
              onClick={() => void askToClose()}
            >
              {t`Close`}
            </Button>
          </>
        )
      }
    >
      {REFUND_KINDS[refund.kind]} · <RelativeTime moment={refund.createdAt} />
      {refund.fault && (
        <>
          <br />
          {refundFaultInWords(refund)}
        </>
      )}
    </CardItem>
  );
}

function PaymentItem({ payment }: { payment: PaymentOut }) {
  const ask = useStep(
    () => paymentsAsk({ path: { id: payment.id } }),
    // Without it the provider takes its time.
    ({ data }) => ANSWERS[(data as AskedPaymentOut).state] ?? t`The status is being checked.`,
  );
  const money = screenFormats().money(payment.amount, payment.currency);
  return (
    <CardItem
      title={
        <>
          <OrderLink of={payment} /> · {money}
        </>
      }
      actions={
        mayWrite(entry) && (
          <Button
            size="md"
            aria-label={t`Check the status of ${payment.orderReference}`}
            loading={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {t`Check status`}
          </Button>
        )
      }
    >
      <Trans>
        {GATEWAYS[payment.gateway]} · <RelativeTime moment={payment.createdAt} />
      </Trans>
      <br />
      {faultInWords(payment)}
    </CardItem>
  );
}
