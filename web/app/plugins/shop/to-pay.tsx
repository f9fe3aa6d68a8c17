import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { Receipt } from '../../api/generated/index.ts';
import { SectionHeading } from '../headings.tsx';
import { invoiceAddress, isPaidLater } from './receipt.ts';

/** How to pay, in the shop's own words. */
export function ShopInstructions({ text }: { text: string }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <section className="pw-till-instructions">
      <SectionHeading className="pw-till-subtitle" {...words}>{t`How to pay`}</SectionHeading>
      <p>{text}</p>
    </section>
  );
}

/** What is left to do where the shop has given no words for it. */
export function ToPay({ receipt, path }: { receipt: Receipt; path: string }): ReactNode {
  const { i18n, t } = useLingui();
  const { words } = useSpeech();
  const { money } = useFormats();
  const { gateway, state, currency } = receipt;
  const left = receipt.totalInclTax - receipt.paidAmount;
  if (left <= 0 || state === 'cancelled') return null;
  if (!isPaidLater(receipt)) {
    // Nobody is thanked who has not agreed to pay.
    return (
      state === 'awaiting_payment' && (
        <p className="pw-till-instructions" {...words}>
          <Trans>Your payment is on its way. We email you once it has arrived.</Trans>
        </p>
      )
    );
  }
  const amount = money(left, currency);
  const invoice = invoiceAddress(path, i18n.locale);
  return (
    <section className="pw-till-instructions" {...words}>
      <SectionHeading className="pw-till-subtitle">{t`How to pay`}</SectionHeading>
      <p>
        {gateway === 'invoice' ? (
          <Trans>
            Please pay {amount} as soon as you have the invoice: <a href={invoice}>Invoice (PDF)</a>
          </Trans>
        ) : (
          <Trans>You pay {amount} when you collect your order.</Trans>
        )}
      </p>
    </section>
  );
}
