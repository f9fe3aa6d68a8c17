import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { Retriable } from '../members/awake.tsx';
import { StepHeading } from '../shop/step-heading.tsx';
import { askFor, isKept, orderState } from './asking.ts';
import { Card } from './card.tsx';
import { StatusWords, statusOf } from './payment-status.tsx';
import { PayPal } from './paypal.tsx';
import { noteAgreed, type TakenOrder } from './taken.ts';

/** How often the shop is asked what came of what the buyer has agreed to. Milliseconds. */
const PAUSE = 30_000;

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
  const [isClosed, setClosed] = useState(false);
  const isNew = first !== undefined;
  const { payment, isUnsure, isUnknown, isAsking, isLeaving, hasFailed, ask, agree, leave, check } =
    usePayment(taken, first, onPaid, onBack);
  const amount = money(taken.total, taken.currency);
  const missing = () => setMissing(true);
  const again = () => {
    setMissing(false);
    void ask();
  };
  const done = () => {
    setClosed(false);
    agree(true);
    return ask();
  };
  const status = statusOf(payment, isUnsure);
  const isOpen = status === 'open';
  const canPay = payment && isOpen && !isMissing;
  const isStuck = payment && !isAsking && !isReady(payment);
  return (
    <section className="pw-till-part pw-till-pay" aria-busy={isAsking || isLeaving}>
      <StepHeading takesFocus={isNew} className="pw-till-title">
        {isOpen ? t`Pay ${amount}` : t`Payment`}
      </StepHeading>
      <StatusWords status={status} taken={taken} isBilled={payment?.isBilled} isClosed={isClosed} />
      {status === 'unsure' && <p>{isAsking ? t`Checking…` : t`We check every half minute.`}</p>}
      {isOpen && payment?.state === 'failed' && (
        <p className="pw-form-problem" role="alert">
          <Trans>The payment failed, and you were not charged. Please try again or use another card.</Trans>
        </p>
      )}
      {canPay && isCard(payment) && (
        <Card
          payment={payment}
          language={language}
          amount={amount}
          onSent={agree}
          onDone={done}
          onMissing={missing}
        />
      )}
      {canPay && !isUnknown && isPayPal(payment) && (
        <PayPal payment={payment} onDone={done} onClosed={() => setClosed(true)} onMissing={missing} />
      )}
      {isOpen && isAsking && !payment && <div className="pw-basket-place" />}
      {isOpen && (hasFailed || isMissing || isStuck) && (
        <Retriable onRetry={again}>
          <Trans>The payment cannot continue at the moment. You have not been charged twice.</Trans>
        </Retriable>
      )}
      <p>
        <button
          type="button"
          className="pw-till-more"
          aria-disabled={isLeaving}
          onClick={status === 'unsure' ? check : leave}
        >
          {status === 'onItsWay' && t`Go to the order`}
          {status === 'unsure' && t`Check now`}
          {status !== 'onItsWay' && status !== 'unsure' && t`Back to the basket`}
        </button>
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
  const [isUnsure, setUnsure] = useState(false);
  /** Whether the buyer has agreed, and the last answer did not say what came of it: nothing is to be approved again. */
  const [isUnknown, setUnknown] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef({ taken, onPaid, onBack });
  latest.current = { taken, onPaid, onBack };
  const isDone = useRef(false);
  /** Once, though two questions may be on their way: a provider's script and a bank's page may both say that it is done. */
  const end = useCallback((how: End) => {
    if (!isDone.current) latest.current[how]();
    isDone.current = true;
  }, []);
  const isAgreed = useRef(Boolean(taken.isAgreed));
  /** Counts what the buyer agreed to: the answer to an older question says nothing of that. */
  const agreements = useRef(0);
  const agree = useCallback((agreed: boolean) => {
    isAgreed.current = agreed;
    if (agreed) agreements.current += 1;
    noteAgreed(agreed);
  }, []);
  const fail = useCallback(() => {
    setUnknown(isAgreed.current);
    setFailed(true);
  }, []);
  const ask = useCallback(async () => {
    setAsking(true);
    setFailed(false);
    const before = agreements.current;
    try {
      const found = await askFor(latest.current.taken, 'return');
      if (!found) fail();
      else if (isKept(found)) end('onPaid');
      else {
        if (found.isUnheard) fail();
        else {
          setUnsure(false);
          if (!found.isOnItsWay && before === agreements.current) agree(false);
        }
        setUnknown(isAgreed.current);
        setPayment(found);
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      fail();
    } finally {
      setAsking(false);
    }
  }, [agree, end, fail]);
  /**
   * Ends the payment and its order: what is in it would be kept from the very buyer who orders anew. What the shop has
   * billed meanwhile stays ordered: from the basket it would be ordered twice. So would what the buyer has agreed to pay,
   * while nobody knows what came of that.
   */
  const leave = async () => {
    if (isLeaving) return;
    if (payment?.isOnItsWay) return end('onPaid');
    setLeaving(true);
    try {
      const found = await askToEnd(latest.current.taken);
      if (found?.isOnItsWay) return setPayment(found);
      const how = await endOnLeaving(latest.current.taken, found, payment);
      if (how) end(how);
      else if (isAgreed.current) setUnsure(true);
      else end('onBack');
    } finally {
      setLeaving(false);
    }
  };
  /** Asks what came of what the buyer has agreed to. It ends nothing: an order that turns out unpaid can be paid still. */
  const check = async () => {
    await ask();
    const how = isAgreed.current && (await endOnLeaving(latest.current.taken));
    if (how) end(how);
  };
  // A question may take longer than the pause.
  const checkByItself = useEffectEvent(() => void (isAsking || check()));
  useEffect(() => {
    if (!isUnsure) return;
    const timer = setInterval(checkByItself, PAUSE);
    return () => clearInterval(timer);
  }, [isUnsure]);
  const needsAsking = useRef(!first || !isReady(first));
  useEffect(() => {
    tidyAddress();
    if (needsAsking.current) void ask();
    needsAsking.current = false;
  }, [ask]);
  return { payment, isUnsure, isUnknown, isAsking, isLeaving, hasFailed, ask, agree, leave, check };
}

type End = 'onPaid' | 'onBack';

/** Ends a payment that its buyer leaves; undefined while nobody can say what became of it. */
async function askToEnd(taken: TakenOrder): Promise<PaymentForBrowser | undefined> {
  try {
    return await askFor(taken, 'cancel');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return undefined;
  }
}

/**
 * Whether an order that its buyer leaves stays or has ended; undefined where nobody knows. While the provider is out of reach,
 * the order's receipt says so, and where that cannot be read what was last known of the payment. An order that nobody has
 * agreed to pay ends by itself when its time is over: nobody is kept here until then.
 */
async function endOnLeaving(
  taken: TakenOrder,
  found?: PaymentForBrowser,
  known?: PaymentForBrowser,
): Promise<End | undefined> {
  if (found && (found.isBilled || isKept(found))) return 'onPaid';
  if (found && !found.isUnheard) return 'onBack';
  const state = await orderState(taken);
  if (state === 'active' || (!state && known?.isBilled)) return 'onPaid';
  return state === 'cancelled' ? 'onBack' : undefined;
}

/** Back from a bank: what the provider wrote into the address is asked of the provider itself. */
function tidyAddress(): void {
  const address = new URL(location.href);
  for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status'])
    address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
