import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { Receipt } from '../../api/generated/index.ts';
import { useLoaded } from '../members/loaded.ts';
import { type PlacedOrder, tokenOf } from './receipt.ts';
import { tellShop } from './signals.ts';
import { purchaseTold } from './told-purchase.ts';

/** Thanks for an order: its reference, what was ordered, and what is left to do. */
export default function ReceiptView({ order }: { order: PlacedOrder }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const loaded = useLoaded<Receipt>(`/ecom/receipts/${tokenOf(order.receiptPath)}`);
  const receipt = loaded.state === 'ready' ? loaded.data : undefined;
  const { reference } = order;
  // Wherever the thanks stand, and each time that they are read: trackers are told of each order once.
  useEffect(() => {
    if (receipt) tellShop(purchaseTold(receipt));
  }, [receipt]);
  return (
    <div className="pw-till-receipt">
      <p {...words}>
        <Trans>
          Your order has the number <strong>{reference}</strong>.
        </Trans>
      </p>
      {order.instructions && (
        <section className="pw-till-instructions">
          <h3 {...words}>{t`How to pay`}</h3>
          <p>{order.instructions}</p>
        </section>
      )}
      {loaded.state === 'loading' && <div className="pw-basket-place" aria-busy="true" />}
      {receipt && <Ordered receipt={receipt} />}
      {loaded.state !== 'loading' && (
        <p {...words}>
          <a href={order.receiptPath}>{t`Receipt to print and keep`}</a>
        </p>
      )}
    </div>
  );
}

function Ordered({ receipt }: { receipt: Receipt }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { money } = useFormats();
  const { currency, pricesIncludeTax } = receipt;
  const write = (amount: number) => money(amount, currency);
  const delivery = write(pricesIncludeTax ? receipt.deliveryInclTax : receipt.deliveryExclTax);
  return (
    <>
      <p {...words}>
        <Trans>The confirmation goes to {receipt.email}.</Trans>
      </p>
      <h3 {...words}>{t`What you ordered`}</h3>
      <ul className="pw-basket-rows">
        {receipt.rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.quantity} × {row.name}
            </span>
            <span className="pw-basket-amount">
              {write(pricesIncludeTax ? row.totalInclTax : row.totalExclTax)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="pw-basket-totals" {...words}>
        {receipt.needsDelivery && <Line name={t`Delivery`} amount={delivery} />}
        {!pricesIncludeTax && receipt.tax > 0 && <Line name={t`Tax`} amount={write(receipt.tax)} />}
        <Line name={t`Total`} amount={write(receipt.totalInclTax)} isTotal />
      </dl>
    </>
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
