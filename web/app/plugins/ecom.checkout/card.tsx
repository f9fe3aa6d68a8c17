import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import { loadStripe, type StripeApi } from './providers.ts';

interface CardProps {
  payment: PaymentForBrowser & { publishableKey: string; clientSecret: string };
  language: string;
  /** On the button. */
  amount: string;
  /** A card is on its way to Stripe, and may be charged; or it was not. */
  onSent: (mayBeCharged: boolean) => void;
  onDone: () => Promise<void>;
  onMissing: () => void;
}

/** Stripe's types of errors after which nothing was charged. After any other, something may have been. */
const NOT_CHARGED = ['card_error', 'validation_error'];

type Ready = { stripe: StripeApi; elements: object };

/** The fields for a card, which are Stripe's own: nothing that is typed into them comes to the site. */
export function Card({ payment, language, amount, onSent, onDone, onMissing }: CardProps): ReactNode {
  const { t } = useLingui();
  const { publishableKey, clientSecret } = payment;
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState<Ready>();
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is no reason to ask for the card anew
  useEffect(() => {
    const inner = place.current;
    if (!inner) return;
    let close: (() => void) | undefined;
    let isLeft = false;
    loadStripe(publishableKey, language)
      .then((stripe) => {
        if (isLeft) return;
        const elements = stripe.elements({ clientSecret, appearance: looksOf(inner) });
        const element = elements.create('payment');
        // Its frame may fail to load though its script has come: the place would stay empty.
        element.on('loaderror', () => isLeft || onMissing());
        element.mount(inner);
        close = () => element.destroy();
        setReady({ stripe, elements });
      })
      .catch(() => isLeft || onMissing());
    return () => {
      isLeft = true;
      close?.();
    };
  }, [publishableKey, clientSecret, language]);
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || isSending) return;
    setSending(true);
    setFault(undefined);
    onSent(true);
    try {
      const { error } = await ready.stripe.confirmPayment({
        elements: ready.elements,
        // Banks that ask in a page of their own come back to this one, which then asks what has become of it.
        confirmParams: { return_url: location.origin + location.pathname + location.search },
        redirect: 'if_required',
      });
      if (!error) return await onDone();
      if (NOT_CHARGED.includes(error.type ?? '')) onSent(false);
      setFault(error.message ?? t`The card was not accepted.`);
    } catch {
      // It may have arrived all the same: the shop asks.
      setFault(t`The payment could not be sent. Please try again.`);
      await onDone();
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="pw-form" method="dialog" onSubmit={pay} aria-label={t`Pay by card`}>
      <div ref={place} className="pw-till-provider" aria-busy={!ready} />
      {fault && (
        <p className="pw-form-problem" role="alert">
          {fault}
        </p>
      )}
      <div className="pw-form-end">
        <button type="submit" aria-disabled={!ready || isSending}>{t`Pay ${amount}`}</button>
      </div>
    </form>
  );
}

/** As the page looks: Stripe's fields are in a frame, which knows nothing of it. */
function looksOf(place: HTMLElement): object {
  const { color, fontSize } = getComputedStyle(place);
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  const isLight = (red * 299 + green * 587 + blue * 114) / 1000 > 128;
  return { theme: isLight ? 'night' : 'stripe', variables: { fontSizeBase: fontSize } };
}
