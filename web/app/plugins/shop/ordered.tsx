import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { Receipt } from '../../api/generated/index.ts';
import { TaxName } from './tax-name.tsx';

/** What was ordered and what it came to, as the thanks and the account show it. */
export function Ordered({ receipt }: { receipt: Receipt }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { money } = useFormats();
  const { currency, pricesIncludeTax } = receipt;
  const write = (amount: number) => money(amount, currency);
  const paid = usePaid(receipt);
  const delivery = write(pricesIncludeTax ? receipt.deliveryInclTax : receipt.deliveryExclTax);
  return (
    <div className="pw-ordered">
      <ul>
        {receipt.rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.quantity} × {row.name}
            </span>
            <span>{write(pricesIncludeTax ? row.totalInclTax : row.totalExclTax)}</span>
          </li>
        ))}
      </ul>
      <dl {...words}>
        {receipt.needsDelivery && <Line name={t`Delivery`} amount={delivery} />}
        {!pricesIncludeTax &&
          receipt.taxes.map(({ percent, tax }) => (
            <Line key={percent} name={<TaxName percent={percent} />} amount={write(tax)} />
          ))}
        <Line name={t`Total`} amount={write(receipt.totalInclTax)} isTotal />
        {pricesIncludeTax && receipt.tax > 0 && <Line name={t`Tax included`} amount={write(receipt.tax)} />}
        {paid && <Line name={t`Payment`} amount={paid} />}
        {receipt.refundedAmount > 0 && <Line name={t`Refunded`} amount={write(receipt.refundedAmount)} />}
      </dl>
    </div>
  );
}

/** How it is paid, and whether it has been; undefined where nothing was or is to be paid. */
function usePaid({ gateway, state, paidAmount, totalInclTax }: Receipt): string | undefined {
  const { t } = useLingui();
  if (totalInclTax === 0 || (state === 'cancelled' && paidAmount === 0)) return undefined;
  const isPaid = paidAmount >= totalInclTax;
  switch (gateway) {
    case 'card':
      return isPaid ? t`Paid by card` : t`By card, not paid yet`;
    case 'button':
      return isPaid ? t`Paid with PayPal` : t`With PayPal, not paid yet`;
    case 'invoice':
      return isPaid ? t`Paid by invoice` : t`By invoice, not paid yet`;
    default:
      return isPaid ? t`Paid on collection` : t`On collection, not paid yet`;
  }
}

function Line({ name, amount, isTotal }: { name: ReactNode; amount: string; isTotal?: boolean }): ReactNode {
  return (
    <div className={isTotal ? 'pw-basket-total' : undefined}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
