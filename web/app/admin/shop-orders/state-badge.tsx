import { Ban, Check, CheckCheck, Clock, Package, Send, ShoppingBag, Undo2 } from 'lucide-react';
import type { OrderPaymentState, OrderState } from '../../api/orders.ts';
import { Badge } from '../../ui/badge.tsx';
import { PAYMENT_STATES, stateInWords } from './words.ts';

type Look = Omit<Parameters<typeof Badge>[0], 'children'>;

const LOOKS: Record<OrderState, Look> = {
  awaiting_payment: { tone: 'warning', icon: Clock },
  paid: { tone: 'good', icon: Check },
  preparing: { icon: Package },
  sent: { icon: Send },
  completed: { tone: 'good', icon: CheckCheck },
  cancelled: { icon: Ban },
  refunded: { icon: Undo2 },
};

const PAYMENT_LOOKS: Record<OrderPaymentState, Look> = {
  awaiting: { tone: 'warning', icon: Clock },
  paid: { tone: 'good', icon: Check },
  part_refunded: { icon: Undo2 },
  refunded: { icon: Undo2 },
};

/** How far an order is. */
export function StateBadge({ state, isCollected }: { state: OrderState; isCollected: boolean }) {
  const look = state === 'sent' && isCollected ? { icon: ShoppingBag } : LOOKS[state];
  return <Badge {...look}>{stateInWords(state, isCollected)}</Badge>;
}

/** What became of its money, where the state does not say it. */
export function PaymentBadge({ state, payment }: { state: OrderState; payment: OrderPaymentState }) {
  const isSaid =
    state === 'paid' || state === 'awaiting_payment' || state === 'refunded' || state === 'cancelled';
  if (isSaid && payment !== 'part_refunded') return null;
  return <Badge {...PAYMENT_LOOKS[payment]}>{PAYMENT_STATES[payment]}</Badge>;
}
