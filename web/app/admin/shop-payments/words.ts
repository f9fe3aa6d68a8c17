/** Ways to pay, their settings and their faults in words. */
import { t } from '@lingui/core/macro';
import type { GatewayStatusOut, ListedRefundOut, PaymentOut } from '../../api/generated/index.ts';

export type GatewayKey = GatewayStatusOut['key'];

export const GATEWAYS: Record<GatewayKey, string> = {
  card: t`Card, through Stripe`,
  button: t`PayPal button`,
  invoice: t`Invoice`,
  collection: t`Payment on collection`,
};

/** Config entries, as the form calls them. */
export const SETTINGS: Record<string, string> = {
  stripePublishableKey: t`Publishable key`,
  stripeSecretKey: t`Secret key`,
  stripeWebhookSecret: t`Signing secret of the webhook`,
  paypalClientId: t`Client ID`,
  paypalClientSecret: t`Client secret`,
  paypalWebhookId: t`ID of the webhook`,
  paypalCurrency: t`Currency`,
};

const FAULTS: Record<string, string> = {
  amount_not_whole: t`Stripe accepts whole amounts of this currency only.`,
  differs: t`The payment’s amount or currency differs from the order’s. It will be refunded.`,
  restored: t`The shop was restored from a backup while this was on its way. Check at the provider whether it arrived before you try again.`,
  payment_provider_unavailable: t`The provider does not answer. The site keeps trying.`,
  payment_provider_key_refused: t`The provider rejected the shop’s keys.`,
  payment_provider_not_configured: t`The keys of the provider are not set.`,
  insufficient_funds: t`Not enough money in the account.`,
};

// Here it is the shop’s own money that is missing.
const REFUND_FAULTS: Record<string, string> = {
  ...FAULTS,
  insufficient_funds: t`The shop’s balance at the provider is too low.`,
  lost_or_stolen_card: t`The buyer’s card was lost or stolen.`,
  expired_or_canceled_card: t`The buyer’s card or account is closed.`,
};

type Fault = Pick<PaymentOut, 'fault' | 'faultDetail'>;

const inWords = (words: Record<string, string>, { fault, faultDetail }: Fault): string =>
  words[fault] ?? (faultDetail || fault.replaceAll('_', ' '));

/** Why a payment does not go on: in the site’s words, else in the provider’s. */
export const faultInWords = (payment: Fault): string => inWords(FAULTS, payment);

/** The same of a refund. */
export const refundFaultInWords = (refund: Fault): string => inWords(REFUND_FAULTS, refund);

/** What the provider says of a payment once it was asked. */
export const ANSWERS: Record<PaymentOut['state'], string> = {
  pending: t`The buyer has not paid, and still can.`,
  requires_action: t`The buyer has not paid, and still can.`,
  authorised: t`The payment is authorised.`,
  captured: t`The payment has arrived.`,
  part_refunded: t`A part of the payment was refunded.`,
  refunded: t`The payment was refunded.`,
  failed: t`Nothing new: the payment has failed.`,
  cancelled: t`The payment was cancelled.`,
};

export const REFUND_KINDS: Record<ListedRefundOut['kind'], string> = {
  asked: t`Refund`,
  automatic: t`Refund of money that no order could accept`,
  elsewhere: t`Refund at the provider`,
  by_hand: t`Refund sent by hand`,
};
