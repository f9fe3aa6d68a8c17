import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Receipt, ReceiptListed } from '../../api/generated/index.ts';
import { SectionHeading } from '../headings.tsx';
import { useLoaded } from '../members/loaded.ts';
import { type Basket, changeBasket } from '../shop/basket.ts';
import { useCountries } from '../shop/countries.ts';
import { Ordered } from '../shop/ordered.tsx';
import { PrintLink } from '../shop/print-link.tsx';
import { invoiceAddress, isPaidLater } from '../shop/receipt.ts';
import { ShopInstructions, ToPay } from '../shop/to-pay.tsx';
import { basketOf, orderedAgain } from './ordered-again.ts';

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
      <Ordered receipt={receipt} />
      <Payment receipt={receipt} path={listed.receiptPath} />
      <Places receipt={receipt} />
      <Ways receipt={receipt} path={listed.receiptPath} basketPage={basketPage} />
    </div>
  );
}

/** How to pay what may be paid after the order. Of a payment online nobody knows here whether its buyer has agreed to it. */
function Payment({ receipt, path }: { receipt: Receipt; path: string }): ReactNode {
  if (!isPaidLater(receipt)) return null;
  return receipt.paymentInstructions ? (
    <ShopInstructions text={receipt.paymentInstructions} />
  ) : (
    <ToPay receipt={receipt} path={path} />
  );
}

const LINES = ['Name', 'Address1', 'Address2', 'Address3', 'Address4', 'Town', 'County', 'Postcode'] as const;

const addressOf = (receipt: Receipt, which: 'billing' | 'delivery', country: string): string =>
  [...LINES.map((line) => receipt[`${which}${line}`]), country].filter(Boolean).join('\n');

function Places({ receipt }: { receipt: Receipt }): ReactNode {
  const { t } = useLingui();
  const { needsDelivery, isCollected, tracking, billingCountryCode, deliveryCountryCode } = receipt;
  const countries = useCountries();
  // The code until the names are known, and where they cannot be.
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code;
  return (
    <div className="pw-account-places">
      <Fact name={t`Billing address`} text={addressOf(receipt, 'billing', nameOf(billingCountryCode))} />
      {isCollected && <Fact name={t`Delivery`} text={t`You collect it.`} />}
      {needsDelivery && !isCollected && (
        <Fact name={t`Delivery address`} text={addressOf(receipt, 'delivery', nameOf(deliveryCountryCode))} />
      )}
      {tracking && <Fact name={t`Tracking number`} text={tracking} />}
    </div>
  );
}

function Fact({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <div>
      <SectionHeading>{name}</SectionHeading>
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
  /** Whether all that is still sold found room in the basket; undefined until it is ordered again. */
  const [hasRoom, setRoom] = useState<boolean>();
  const again: Basket = basketOf(receipt.rows);
  const gone = receipt.rows.filter(({ product }) => product.id === null).map(({ name }) => name);
  const order = () => {
    const basket = changeBasket((before) => orderedAgain(before, again));
    // Once more it would add what found no room, and change nothing otherwise.
    setRoom(orderedAgain(basket, again).length === basket.length);
  };
  const goneNames = gone.join(', ');
  return (
    <>
      <div className="pw-form-end">
        {again.length > 0 && <button type="button" onClick={order}>{t`Order again`}</button>}
        <PrintLink path={path} receipt={receipt} />
        <a href={invoiceAddress(path, i18n.locale)}>{t`Invoice (PDF)`}</a>
      </div>
      <p role="status">
        {hasRoom !== undefined && (
          <>
            {hasRoom ? t`It is in the basket.` : t`The basket is full: some items could not be added.`}{' '}
            {gone.length > 0 && t`Not sold any more: ${goneNames}.`}{' '}
            {basketPage && <a href={basketPage}>{t`To the basket`}</a>}
          </>
        )}
      </p>
    </>
  );
}
