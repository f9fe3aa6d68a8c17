/** What waits for somebody: each line leads to the list that shows it. */
import { plural, t } from '@lingui/core/macro';
import type { DashboardOut } from '../../api/generated/index.ts';
import styles from '../dashboard/dashboard.module.css';
import { CountLine } from '../dashboard/line.tsx';
import type { Place } from '../define-entry.ts';
import orders from '../shop-orders/entry.ts';
import payments from '../shop-payments/entry.ts';
import products from '../shop-products/entry.ts';

interface Waiting {
  label: string;
  count: number;
  place: Place;
  words: (count: number) => string;
  filter?: string;
  isCalm?: boolean;
}

const inOrders = (count: number) => plural(count, { one: '# order', other: '# orders' });
const inProducts = (count: number) => plural(count, { one: '# product', other: '# products' });

function waitingIn({ waiting, stock, money }: DashboardOut): Waiting[] {
  const ofOrders = { place: orders, words: inOrders, isCalm: true };
  const ofProducts = { place: products, words: inProducts };
  return [
    { ...ofOrders, label: t`Paid, to be prepared`, count: waiting.paid, filter: '?state=paid' },
    { ...ofOrders, label: t`Being prepared`, count: waiting.preparing, filter: '?state=preparing' },
    {
      ...ofOrders,
      label: t`Invoices to be paid`,
      count: waiting.unpaidInvoices,
      filter: '?gateway=invoice&unpaid=true',
    },
    {
      ...ofOrders,
      label: t`To be paid on collection`,
      count: waiting.unpaidCollections,
      filter: '?gateway=collection&unpaid=true',
    },
    { ...ofProducts, label: t`Low in stock`, count: stock.low, filter: '?stock=low', isCalm: true },
    { ...ofProducts, label: t`Sold out`, count: stock.out, filter: '?stock=out' },
    {
      label: t`Failed payments`,
      count: money.failedPayments,
      place: payments,
      words: (count) => t`${plural(count, { one: '# in 30 days', other: '# in 30 days' })}`,
      isCalm: true,
    },
    {
      label: t`Refunds that failed or are stuck`,
      count: money.failedRefunds + money.stuckRefunds,
      place: payments,
      words: (count) => plural(count, { one: '# refund', other: '# refunds' }),
    },
  ];
}

export function ToDo({ dashboard }: { dashboard: DashboardOut }) {
  return (
    <ul className={styles.rows}>
      {waitingIn(dashboard).map(({ count, ...line }) => (
        <CountLine key={line.label} {...line} query={{ data: { total: count }, isError: false }} />
      ))}
    </ul>
  );
}
