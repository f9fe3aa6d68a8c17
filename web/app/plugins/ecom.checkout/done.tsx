import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { Deeper } from '../headings.tsx';
import type { PlacedOrder } from '../shop/receipt.ts';
import ReceiptView from '../shop/receipt-view.tsx';
import { StepHeading } from '../shop/step-heading.tsx';

/** The thanks, where no page is made for them. */
export default function Done({ order }: { order: PlacedOrder }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <>
      <StepHeading takesFocus className="pw-till-title" {...words}>
        {t`Thank you for your order`}
      </StepHeading>
      <Deeper>
        <ReceiptView order={order} />
      </Deeper>
    </>
  );
}
