import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { Receipt, ReceiptListed } from '../../api/generated/index.ts';
import { useLoaded } from '../members/loaded.ts';
import { type Basket, basketOf, changeBasket, merged } from '../shop/basket.ts';
import { leftOut } from '../shop/left-out.ts';

interface OrderProps {
  listed: ReceiptListed;
  basketPage: string | undefined;
}

/** One of a member's orders: what was bought, where it goes, and its invoice. */
export function Order({ listed, basketPage }: OrderProps): ReactNode {
  const loaded = useLoaded<Receipt>(`/ecom/orders/mine/${listed.id}`);
  if (loaded.state === 'failed') return <p role="alert">{loaded.problem.message}</p>;
  if (loaded.state === 'loading') return <div className="pw-account-order" aria-busy="true" />;
  const receipt = loaded.data;
  return (
    <div className="pw-account-order">
      <Rows receipt={receipt} />
      <Places receipt={receipt} />
      <Ways receipt={receipt} path={listed.receiptPath} basketPage={basketPage} />
    </div>
  );
}

function Rows({ receipt }: { receipt: Receipt }): ReactNode {
  const { t } = useLingui();
  const formats = useFormats();
  const { pricesIncludeTax, currency } = receipt;
  const money = (amount: number) => formats.money(amount, currency);
  const delivery = pricesIncludeTax ? receipt.deliveryInclTax : receipt.deliveryExclTax;
  return (
    <>
      <ul>
        {receipt.rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.quantity} × {row.name}
            </span>
            <span>{money(pricesIncludeTax ? row.totalInclTax : row.totalExclTax)}</span>
          </li>
        ))}
      </ul>
      <dl>
        {receipt.needsDelivery && <Line name={t`Delivery`} text={money(delivery)} />}
        {!pricesIncludeTax && receipt.tax > 0 && <Line name={t`Tax`} text={money(receipt.tax)} />}
        <Line name={t`Total`} text={money(receipt.totalInclTax)} isTotal />
        {receipt.refundedAmount > 0 && <Line name={t`Refunded`} text={money(receipt.refundedAmount)} />}
      </dl>
    </>
  );
}

function Line({ name, text, isTotal }: { name: string; text: string; isTotal?: boolean }): ReactNode {
  return (
    <div data-total={isTotal}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

const LINES = ['Name', 'Address1', 'Address2', 'Address3', 'Address4', 'Town', 'County', 'Postcode'] as const;

const addressOf = (receipt: Receipt, which: 'billing' | 'delivery'): string =>
  [...LINES, 'CountryCode' as const]
    .map((line) => receipt[`${which}${line}`])
    .filter(Boolean)
    .join('\n');

function Places({ receipt }: { receipt: Receipt }): ReactNode {
  const { t } = useLingui();
  const { needsDelivery, isCollected, tracking } = receipt;
  return (
    <div className="pw-account-places">
      <Fact name={t`Billing address`} text={addressOf(receipt, 'billing')} />
      {isCollected && <Fact name={t`Delivery`} text={t`You collect it.`} />}
      {needsDelivery && !isCollected && (
        <Fact name={t`Delivery address`} text={addressOf(receipt, 'delivery')} />
      )}
      {tracking && <Fact name={t`Tracking number`} text={tracking} />}
    </div>
  );
}

function Fact({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <div>
      <h4>{name}</h4>
      <p>{text}</p>
    </div>
  );
}

interface WaysProps {
  receipt: Receipt;
  path: string;
  basketPage: string | undefined;
}

/** The invoice, and the same once more. */
function Ways({ receipt, path, basketPage }: WaysProps): ReactNode {
  const { i18n, t } = useLingui();
  /** How many rows found no room in the basket; undefined until it is ordered again. */
  const [left, setLeft] = useState<number>();
  const again: Basket = basketOf(receipt.rows);
  const language = `?language=${encodeURIComponent(i18n.locale)}`;
  const order = () => {
    setLeft(
      leftOut(
        changeBasket((basket) => merged(basket, again)),
        again,
      ),
    );
  };
  const added =
    again.length < receipt.rows.length ? t`What is still sold is in the basket.` : t`It is in the basket.`;
  return (
    <>
      <div className="pw-form-end">
        {again.length > 0 && <button type="button" onClick={order}>{t`Order again`}</button>}
        <a href={path + language}>{t`Receipt to print`}</a>
        <a href={path.replace(/page$/, 'invoice.pdf') + language}>{t`Invoice (PDF)`}</a>
      </div>
      <p role="status">
        {left !== undefined && (
          <>
            {left ? t`The basket is full: not all of it is in it.` : added}{' '}
            {basketPage && <a href={basketPage}>{t`To the basket`}</a>}
          </>
        )}
      </p>
    </>
  );
}
