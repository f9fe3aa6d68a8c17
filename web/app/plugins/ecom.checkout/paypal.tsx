import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import { loadPayPal } from './providers.ts';

interface PayPalProps {
  payment: PaymentForBrowser & { clientId: string; providerOrderId: string };
  onDone: () => Promise<void>;
  /** Its window was closed before anything was agreed to. */
  onClosed: () => void;
  onMissing: () => void;
}

/** PayPal's own button, for the order that the shop has had PayPal expect. */
export function PayPal({ payment, onDone, onClosed, onMissing }: PayPalProps): ReactNode {
  const { clientId, currency, providerOrderId } = payment;
  const place = useRef<HTMLDivElement>(null);
  const done = useEffectEvent(onDone);
  const closed = useEffectEvent(onClosed);
  const missing = useEffectEvent(onMissing);
  useEffect(() => {
    const inner = place.current;
    if (!inner) return;
    let isLeft = false;
    loadPayPal(clientId, currency)
      .then((paypal) => {
        if (isLeft) return;
        inner.replaceChildren();
        const buttons = paypal.Buttons({
          createOrder: () => providerOrderId,
          onApprove: () => done(),
          onCancel: () => isLeft || closed(),
          onError: () => isLeft || missing(),
        });
        return buttons.render(inner);
      })
      .catch(() => isLeft || missing());
    return () => {
      isLeft = true;
    };
  }, [clientId, currency, providerOrderId]);
  return <div ref={place} className="pw-till-provider" />;
}
