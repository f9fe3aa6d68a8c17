import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { ReceiptListed } from '../../api/generated/index.ts';

/** How far an order is, as its buyer would say it. */
export function stateInWords({ state, paymentState, isCollected }: ReceiptListed, words: I18n): string {
  if (paymentState === 'part_refunded') return t(words)`Partly refunded`;
  return {
    awaiting_payment: t(words)`Awaiting payment`,
    paid: t(words)`Paid`,
    preparing: t(words)`Being prepared`,
    sent: isCollected ? t(words)`Ready to collect` : t(words)`Sent`,
    completed: t(words)`Completed`,
    cancelled: t(words)`Cancelled`,
    refunded: t(words)`Refunded`,
  }[state];
}
