import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { Receipt } from '../../api/generated/index.ts';
import { SectionHeading } from '../headings.tsx';
import { useLoaded } from '../members/loaded.ts';
import { Ordered } from './ordered.tsx';
import { PrintLink } from './print-link.tsx';
import { publishShopEvent } from './publish-event.ts';
import { purchaseEvent } from './purchase-event.ts';
import { type PlacedOrder, statusOfOrder, tokenOf } from './receipt.ts';
import { ShopInstructions, ToPay } from './to-pay.tsx';

interface ReceiptViewProps {
  order: PlacedOrder;
  /** Called once all of it is there, or cannot be had. */
  onLoaded?: () => void;
}

/** Thanks for an order: its reference, what was ordered, and what is left to do. */
export default function ReceiptView({ order, onLoaded }: ReceiptViewProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const loaded = useLoaded<Receipt>(`/ecom/receipts/${tokenOf(order.receiptPath)}`);
  const receipt = loaded.state === 'ready' ? loaded.data : undefined;
  const { reference } = order;
  const isLoading = loaded.state === 'loading';
  const end = useEffectEvent(() => onLoaded?.());
  useEffect(() => {
    if (!isLoading) end();
  }, [isLoading]);
  // Wherever the thanks stand, and each time that they are read: trackers are told of each order once, and cannot be told
  // that money which was on its way has not come.
  useEffect(() => {
    if (receipt && statusOfOrder(receipt) === 'active') publishShopEvent(purchaseEvent(receipt));
  }, [receipt]);
  return (
    <div className="pw-till-receipt">
      <p {...words}>
        <Trans>
          Your order has the number <strong>{reference}</strong>.
        </Trans>
      </p>
      {order.instructions ? (
        <ShopInstructions text={order.instructions} />
      ) : (
        receipt && <ToPay receipt={receipt} path={order.receiptPath} />
      )}
      {isLoading && <div className="pw-basket-place" aria-busy="true" />}
      {receipt && (
        <>
          <p {...words}>
            <Trans>The confirmation goes to {receipt.email}.</Trans>
          </p>
          <SectionHeading className="pw-till-subtitle" {...words}>{t`What you ordered`}</SectionHeading>
          <Ordered receipt={receipt} />
        </>
      )}
      {!isLoading && (
        <p {...words}>
          <PrintLink path={order.receiptPath} receipt={receipt} />
        </p>
      )}
    </div>
  );
}
