import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { HeadingsFrom } from '../headings.tsx';
import { noteThanks, type PlacedOrder, readReceipt } from '../shop/receipt.ts';
import ReceiptView from '../shop/receipt-view.tsx';
import { ReservedHeight } from '../shop/reserved-height.tsx';
import { StepHeading } from '../shop/step-heading.tsx';
import type manifest from './manifest.ts';

export type CheckoutSuccessFields = FieldsOf<typeof manifest>;

export default function CheckoutSuccess({ fields }: ViewProps<CheckoutSuccessFields>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  // Only the browser knows: undefined until the page is awake, null where there is none.
  const [order, setOrder] = useState<PlacedOrder | null>();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    setOrder(readReceipt() ?? null);
    noteThanks();
  }, []);
  return (
    <ReservedHeight isFull={order === null || isLoaded}>
      <div className="pw-member pw-till">
        {order === undefined && (
          <div className="pw-basket-place" aria-busy="true">
            <noscript>
              <p {...words}>{t`Your order was received: you get a confirmation by email.`}</p>
            </noscript>
          </div>
        )}
        {order === null && (
          <p {...words}>
            <Trans>There is no order to show here. The receipt of each order comes by email.</Trans>{' '}
            {fields.shopPage && <a href={fields.shopPage}>{t`Go to the shop`}</a>}
          </p>
        )}
        {order && <Thanks order={order} fields={fields} onLoaded={() => setLoaded(true)} />}
      </div>
    </ReservedHeight>
  );
}

interface ThanksProps {
  order: PlacedOrder;
  fields: CheckoutSuccessFields;
  onLoaded: () => void;
}

function Thanks({ order, fields, onLoaded }: ThanksProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <>
      <StepHeading takesFocus={order.isNew ?? false} {...(fields.heading ? {} : words)}>
        {fields.heading || t`Thank you for your order`}
      </StepHeading>
      {fields.message && <p>{fields.message}</p>}
      <HeadingsFrom level={3}>
        <ReceiptView order={order} onLoaded={onLoaded} />
      </HeadingsFrom>
    </>
  );
}
