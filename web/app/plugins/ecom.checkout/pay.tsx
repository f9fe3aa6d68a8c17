import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { SectionHeading } from '../headings.tsx';
import { Retriable } from '../members/awake.tsx';
import { askFor, isKept, isOrderActive } from './asking.ts';
import { Card } from './card.tsx';
import { PayPal } from './paypal.tsx';
import type { TakenOrder } from './taken.ts';

interface PayProps {
  taken: TakenOrder;
  /** The payment as the order's answer had it; undefined after a reload. */
  first: PaymentForBrowser | undefined;
  language: string;
  /** The order stands: it is paid, or the shop has sent an invoice for it. */
  onPaid: () => void;
  /** Gives the basket back what was in the order. */
  onBack: () => void;
}

/** The order is taken; this is how its money comes. */
export default function Pay({ taken, first, language, onPaid, onBack }: PayProps): ReactNode {
  const { t } = useLingui();
  const { money } = useFormats();
  const [isMissing, setMissing] = useState(false);
  const { payment, isAsking, isLeaving, hasFailed, ask, leave } = usePayment(taken, first, onPaid, onBack);
  const amount = money(taken.total, taken.currency);
  const { reference } = taken;
  const missing = () => setMissing(true);
  const again = () => {
    setMissing(false);
    void ask();
  };
  const isOver = payment?.state === 'cancelled';
  const isSentBack = Boolean(payment?.isSentBack);
  const canPay = payment && !isOver && !isSentBack && !isMissing;
  const isStuck = payment && !isAsking && !isOver && !isSentBack && !isReady(payment);
  const waits = hasFailed || isMissing || isStuck;
  return (
    <section className="pw-till-part pw-till-pay" aria-busy={isAsking || isLeaving}>
      <SectionHeading className="pw-till-title">{t`Pay ${amount}`}</SectionHeading>
      {!isOver && !isSentBack && (
        <p>
          <Trans>Your order {reference} is reserved for you. It is complete once it is paid.</Trans>
        </p>
      )}
      {payment?.state === 'failed' && (
        <p className="pw-form-problem" role="alert">
          <Trans>The payment failed, and you were not charged. Please try again or use another card.</Trans>
        </p>
      )}
      {isOver && (
        <p className="pw-form-problem" role="alert">
          <Trans>The order was not paid in time and has been cancelled. You were not charged.</Trans>
        </p>
      )}
      {isSentBack && (
        <p className="pw-form-problem" role="alert">
          {payment?.isBilled ? (
            <Trans>The order’s invoice has already been paid. This payment is refunded automatically.</Trans>
          ) : (
            <Trans>
              The order had been cancelled before your payment arrived. You are refunded automatically.
            </Trans>
          )}
        </p>
      )}
      {canPay && isCard(payment) && (
        <Card payment={payment} language={language} amount={amount} onDone={ask} onMissing={missing} />
      )}
      {canPay && isPayPal(payment) && <PayPal payment={payment} onDone={ask} onMissing={missing} />}
      {isAsking && !payment && <div className="pw-basket-place" />}
      {waits && (
        <Retriable onRetry={again}>
          <Trans>The payment cannot continue at the moment. You have not been charged twice.</Trans>
        </Retriable>
      )}
      <p>
        <button
          type="button"
          className="pw-till-more"
          disabled={isLeaving}
          onClick={leave}
        >{t`Back to the basket`}</button>
      </p>
    </section>
  );
}

type CardPayment = PaymentForBrowser & { publishableKey: string; clientSecret: string };
type PayPalPayment = PaymentForBrowser & { clientId: string; providerOrderId: string };

const isCard = (payment: PaymentForBrowser): payment is CardPayment =>
  Boolean(payment.publishableKey && payment.clientSecret);
const isPayPal = (payment: PaymentForBrowser): payment is PayPalPayment =>
  Boolean(payment.clientId && payment.providerOrderId);
const isReady = (payment: PaymentForBrowser) => isCard(payment) || isPayPal(payment);

/** The payment as the shop knows it by asking its provider. What the browser believes of it counts for nothing. */
function usePayment(
  taken: TakenOrder,
  first: PaymentForBrowser | undefined,
  onPaid: () => void,
  onBack: () => void,
) {
  const [payment, setPayment] = useState(first);
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef({ taken, onPaid, onBack });
  latest.current = { taken, onPaid, onBack };
  const isDone = useRef(false);
  /** Once, though two questions may be on their way: a provider's script and a bank's page may both say that it is done. */
  const end = useCallback((how: 'onPaid' | 'onBack') => {
    if (!isDone.current) latest.current[how]();
    isDone.current = true;
  }, []);
  const ask = useCallback(async () => {
    setAsking(true);
    setFailed(false);
    try {
      const found = await askFor(latest.current.taken, 'return');
      if (!found) setFailed(true);
      else if (isKept(found)) end('onPaid');
      else setPayment(found);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setFailed(true);
    } finally {
      setAsking(false);
    }
  }, [end]);
  /**
   * Ends the payment and its order: what is in it would be kept from the very buyer who orders anew. What the shop has
   * billed meanwhile stays ordered: from the basket it would be ordered twice.
   */
  const leave = async () => {
    setLeaving(true);
    try {
      end((await staysOnLeaving(latest.current.taken, payment)) ? 'onPaid' : 'onBack');
    } finally {
      setLeaving(false);
    }
  };
  const needsAsking = useRef(!first || !isReady(first));
  useEffect(() => {
    tidyAddress();
    if (needsAsking.current) void ask();
    needsAsking.current = false;
  }, [ask]);
  return { payment, isAsking, isLeaving, hasFailed, ask, leave };
}

/**
 * Ends a payment that its buyer leaves; whether its order stays. While the provider is out of reach, the order's receipt says
 * so, and where that cannot be read what was last known of the payment. Another order ends by itself when its time is over:
 * nobody is kept here until then.
 */
async function staysOnLeaving(taken: TakenOrder, known: PaymentForBrowser | undefined): Promise<boolean> {
  let found: PaymentForBrowser | undefined;
  try {
    found = await askFor(taken, 'cancel');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
  if (found) return Boolean(found.isBilled) || isKept(found);
  return (await isOrderActive(taken)) ?? Boolean(known?.isBilled);
}

/** Back from a bank: what the provider wrote into the address is asked of the provider itself. */
function tidyAddress(): void {
  const address = new URL(location.href);
  for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status'])
    address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
