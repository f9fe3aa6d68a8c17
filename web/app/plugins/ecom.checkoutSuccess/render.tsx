import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { type PlacedOrder, readReceipt } from '../shop/receipt.ts';
import ReceiptView from '../shop/receipt-view.tsx';
import type manifest from './manifest.ts';

export type CheckoutSuccessFields = FieldsOf<typeof manifest>;

export default function CheckoutSuccess({ fields }: ViewProps<CheckoutSuccessFields>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  // Only the browser knows: undefined until the page is awake, null where there is none.
  const [order, setOrder] = useState<PlacedOrder | null>();
  useEffect(() => setOrder(readReceipt() ?? null), []);
  if (order === undefined) {
    return (
      <div className="pw-member pw-till pw-basket-place" aria-busy="true">
        <noscript>
          <p {...words}>{t`Your order was taken: its confirmation comes by email.`}</p>
        </noscript>
      </div>
    );
  }
  if (order === null) {
    return (
      <div className="pw-member pw-till">
        <p {...words}>
          <Trans>There is no order to show here. The receipt of each order comes by email.</Trans>{' '}
          {fields.shopPage && <a href={fields.shopPage}>{t`Go to the shop`}</a>}
        </p>
      </div>
    );
  }
  return (
    <div className="pw-member pw-till">
      {fields.heading ? <h2>{fields.heading}</h2> : <h2 {...words}>{t`Thank you for your order`}</h2>}
      {fields.message && <p>{fields.message}</p>}
      <ReceiptView order={order} />
    </div>
  );
}
