import { t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import { useFormats } from '#words/use-formats.ts';
import type { OrderEventOut, OrderOut } from '../../api/generated/index.ts';
import type { OrderState } from '../../api/orders.ts';
import { Card } from '../card.tsx';
import styles from './orders.module.css';
import { STATES, stateInWords } from './words.ts';

/** What was noted of an order may be in words of a version before. */
const notedState = (state: unknown, { isCollected }: OrderOut): string =>
  String(state) in STATES ? stateInWords(state as OrderState, isCollected) : String(state);

type Money = (amount: number, currency?: string) => string;
type Say = (details: OrderEventOut['details'], money: Money, order: OrderOut) => string;

/** What of the order the money was for: `2 × Log basket: Large`. */
function refundedRows(rows: unknown, order: OrderOut): string[] {
  const given = Array.isArray(rows) ? (rows as { rowId: string; quantity: number }[]) : [];
  return given.flatMap(({ rowId, quantity }) => {
    const row = order.rows.find(({ id }) => id === rowId);
    return row ? [`${quantity} × ${row.name}`] : [];
  });
}

function refundInWords(details: OrderEventOut['details'], money: Money, order: OrderOut): string {
  const amount = money(Number(details.amount));
  const rows = screenFormats().list(refundedRows(details.rows, order));
  const said = rows ? t`${amount} was refunded for ${rows}.` : t`${amount} was refunded.`;
  // As somebody typed it: no sentence of ours.
  return details.reason ? `${said} ${String(details.reason)}` : said;
}

const SENTENCES: Record<string, Say> = {
  placed: () => t`The order was placed.`,
  state_changed: ({ from, to }, _, order) => t`${notedState(from, order)} → ${notedState(to, order)}`,
  paid: ({ amount }, money) => t`${money(Number(amount))} was paid.`,
  payment_failed: ({ reason }) => (reason ? t`A payment failed: ${String(reason)}` : t`A payment failed.`),
  payment_sent_back: ({ amount, currency }, money) =>
    t`${money(Number(amount), String(currency))} was paid that the order cannot accept. It is refunded automatically.`,
  refunded: refundInWords,
  refund_failed: ({ amount }, money) =>
    t`The refund of ${money(Number(amount))} failed at the provider: the buyer has not received the money.`,
  changed: () => t`Contact, addresses, notes or the tracking number were changed.`,
  billed: () => t`To be paid by invoice instead. The customer was emailed how to pay.`,
  withdrawn: () => t`The buyer left the payment, so it was cancelled.`,
  expired: () => t`Not paid in time, so it was cancelled.`,
};

/** All that happened to an order, the newest first. */
export function TimelineCard({ order }: { order: OrderOut }) {
  const formats = useFormats();
  const money: Money = (amount, currency = order.currency) => formats.money(amount, currency);
  return (
    <Card title={t`Timeline`}>
      <ol className={styles.timeline}>
        {order.events.toReversed().map(({ id, kind, details, actorId, actorName, at }) => (
          <li key={id}>
            <span>{SENTENCES[kind]?.(details, money, order) ?? kind}</span>
            <small>
              {actorId && `${actorName ?? t`Shop staff`} · `}
              <time dateTime={at}>{formats.dateTime(at, 'medium', 'short')}</time>
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}
