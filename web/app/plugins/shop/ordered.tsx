import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { Receipt } from '../../api/generated/index.ts';

/** What was ordered and what it came to, as the thanks and the account show it. */
export function Ordered({ receipt }: { receipt: Receipt }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { money } = useFormats();
  const { currency, pricesIncludeTax } = receipt;
  const write = (amount: number) => money(amount, currency);
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
        {!pricesIncludeTax && receipt.tax > 0 && <Line name={t`Tax`} amount={write(receipt.tax)} />}
        <Line name={t`Total`} amount={write(receipt.totalInclTax)} isTotal />
        {receipt.refundedAmount > 0 && <Line name={t`Refunded`} amount={write(receipt.refundedAmount)} />}
      </dl>
    </div>
  );
}

function Line({ name, amount, isTotal }: { name: string; amount: string; isTotal?: boolean }): ReactNode {
  return (
    <div className={isTotal ? 'pw-basket-total' : undefined}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
