import { t } from '@lingui/core/macro';
import { useFormats } from '#words/use-formats.ts';
import type { OrderOut, OrderRowOut } from '../../api/generated/index.ts';
import { Card } from '../card.tsx';
import styles from './orders.module.css';

interface Line {
  label: string;
  amount: number;
  isWhole?: boolean;
}

function linesOf(order: OrderOut): Line[] {
  const lines: Line[] = [{ label: t`Total without VAT`, amount: order.totalExclTax }];
  for (const { percent, tax } of order.taxes) {
    if (tax !== 0) lines.push({ label: t`VAT ${percent} %`, amount: tax });
  }
  lines.push({ label: t`Total`, amount: order.totalInclTax, isWhole: true });
  if (order.paidAmount > 0) lines.push({ label: t`Paid`, amount: order.paidAmount });
  if (order.refundedAmount > 0) lines.push({ label: t`Refunded`, amount: -order.refundedAmount });
  return lines;
}

function Row({ row, currency }: { row: OrderRowOut; currency: string }) {
  const { money } = useFormats();
  return (
    <tr>
      <td>
        {row.name}
        <small>{row.product.sku}</small>
        {row.refundedQuantity > 0 && <small>{t`${row.refundedQuantity} refunded`}</small>}
      </td>
      <td className={styles.number}>{row.quantity}</td>
      <td className={styles.number} data-wide>
        {money(row.unitPrice, currency)}
      </td>
      <td className={styles.number}>{money(row.totalExclTax, currency)}</td>
    </tr>
  );
}

/** What was bought, and what it comes to. */
export function ItemsCard({ order }: { order: OrderOut }) {
  const { money } = useFormats();
  const { currency } = order;
  // Buyers saw prices with it where the shop has them so: staff who look for the price of a buyer here are told why it differs.
  const isTaxed = order.taxes.some(({ tax }) => tax !== 0);
  return (
    <Card title={t`Items`}>
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">{t`Item`}</th>
            <th scope="col" className={styles.number}>{t`Quantity`}</th>
            <th scope="col" className={styles.number} data-wide>
              {isTaxed ? t`Price without VAT` : t`Price`}
            </th>
            <th scope="col" className={styles.number}>
              {isTaxed ? t`Total without VAT` : t`Total`}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.rows.map((row) => (
            <Row key={row.id} row={row} currency={currency} />
          ))}
          {order.needsDelivery && (
            <tr>
              <td>{t`Delivery`}</td>
              <td />
              <td data-wide />
              <td className={styles.number}>{money(order.deliveryExclTax, currency)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {linesOf(order).map(({ label, amount, isWhole }) => (
          <div key={label} data-whole={isWhole}>
            <dt>{label}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
