/** What the screens of orders call things. */
import { t } from '@lingui/core/macro';
import type { OrderPaymentState, OrderState } from '../../api/orders.ts';

export const STATES: Record<OrderState, string> = {
  awaiting_payment: t`Awaiting payment`,
  paid: t`Paid`,
  preparing: t`Preparing`,
  sent: t`Sent`,
  completed: t`Completed`,
  cancelled: t`Cancelled`,
  refunded: t`Refunded`,
};

export const PAYMENT_STATES: Record<OrderPaymentState, string> = {
  awaiting: t`Not paid`,
  paid: t`Paid`,
  part_refunded: t`Partly refunded`,
  refunded: t`Refunded`,
};

export const GATEWAYS: Record<string, string> = {
  invoice: t`Invoice`,
  collection: t`On collection`,
  card: t`Card`,
  button: t`PayPal`,
};

/** Of these a person says when the money has come, and gives it back. */
export const BY_HAND = ['invoice', 'collection'];

/** How far an order is. One that its buyer comes for is never sent: it lies ready instead. */
export const stateInWords = (state: OrderState, isCollected: boolean): string =>
  state === 'sent' && isCollected ? t`Ready to collect` : STATES[state];

export const gatewayInWords = (gateway: string): string => GATEWAYS[gateway] ?? gateway;

const STEPS: Partial<Record<OrderState, string>> = {
  awaiting_payment: t`Back to awaiting payment`,
  paid: t`Back to paid`,
  preparing: t`Start preparing`,
  sent: t`Mark as sent`,
  completed: t`Complete`,
  cancelled: t`Cancel order`,
};

const STEPS_OF_COLLECTED: Partial<Record<OrderState, string>> = {
  sent: t`Mark as ready to collect`,
  completed: t`Mark as collected`,
};

/** What is pressed to bring an order into a state. */
export const stepInWords = (state: OrderState, isCollected: boolean): string | undefined =>
  (isCollected && STEPS_OF_COLLECTED[state]) || STEPS[state];
