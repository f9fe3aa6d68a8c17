import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import { receiptAddress } from '../shop/receipt.ts';
import type { TakenOrder } from './taken.ts';

/**
 * What there is to be said of an order that is to be paid: `open`, it can be; `over`, it was cancelled; `sentBack`, its money
 * goes back; `declined`, what its buyer has agreed to failed for good; `onItsWay`, its money is to come; `unsure`, its buyer has agreed to pay, and nobody knows yet whether they did.
 */
export type PaymentStatus = 'open' | 'over' | 'sentBack' | 'declined' | 'onItsWay' | 'unsure';

export function statusOf(payment: PaymentForBrowser | undefined, isUnsure: boolean): PaymentStatus {
  if (payment?.state === 'cancelled') return 'over';
  if (payment?.isSentBack) return 'sentBack';
  if (payment?.isDeclined) return 'declined';
  if (payment?.isOnItsWay) return 'onItsWay';
  return isUnsure ? 'unsure' : 'open';
}

interface StatusWordsProps {
  status: PaymentStatus;
  taken: TakenOrder;
  isBilled: boolean | undefined;
  /** The provider's window was closed before anything was agreed to. */
  isClosed: boolean;
}

export function StatusWords({ status, taken, isBilled, isClosed }: StatusWordsProps): ReactNode {
  const { i18n } = useLingui();
  const { reference, receiptPath } = taken;
  const receipt = receiptAddress(receiptPath, i18n.locale);
  switch (status) {
    case 'over':
      return (
        <Problem>
          <Trans>The order was not paid and has been cancelled. You were not charged.</Trans>
        </Problem>
      );
    case 'sentBack':
      return (
        <Problem>
          {isBilled ? (
            <Trans>The order’s invoice has already been paid. This payment is refunded automatically.</Trans>
          ) : (
            <Trans>
              The order had been cancelled before your payment arrived. You are refunded automatically.
            </Trans>
          )}
        </Problem>
      );
    case 'declined':
      return (
        <Problem>
          <Trans>
            PayPal declined the payment, and you were not charged. To pay another way, order again.
          </Trans>
        </Problem>
      );
    case 'onItsWay':
      return (
        <p className="pw-till-instructions" role="alert">
          <Trans>
            Your payment is on its way, which can take some days. You do not need to do anything: we email you
            once your order {reference} is paid.
          </Trans>
        </p>
      );
    case 'unsure':
      return (
        <p className="pw-till-instructions" role="alert">
          <Trans>
            We are finding out whether you paid. Your order <a href={receipt}>{reference}</a> stays reserved
            for some hours meanwhile. Please do not order the same again.
          </Trans>
        </p>
      );
    default:
      return (
        // In the same place, which is read out as its words change.
        <p role="status">
          {isClosed ? (
            <Trans>
              You were not charged. Your order {reference} is still reserved for you: you can pay it here, or
              go back to the basket.
            </Trans>
          ) : (
            <Trans>Your order {reference} is reserved for you. It is complete once it is paid.</Trans>
          )}
        </p>
      );
  }
}

function Problem({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className="pw-form-problem" role="alert">
      {children}
    </p>
  );
}
