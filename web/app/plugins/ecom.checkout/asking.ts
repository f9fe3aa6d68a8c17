import { fetchWithin } from '../../api/fetch.ts';
import type { PaymentForBrowser, Receipt } from '../../api/generated/index.ts';
import { statusOfOrder, tokenOf } from '../shop/receipt.ts';
import type { TakenOrder } from './taken.ts';

/** The provider is asked meanwhile. Milliseconds. */
const TIMEOUT = { return: 60_000, cancel: 15_000 };
/** Of a question that the shop answers by itself. Milliseconds. */
const RECEIPT_TIMEOUT = 5_000;
const PAID: readonly PaymentForBrowser['state'][] = ['authorised', 'captured', 'part_refunded', 'refunded'];

export const isPaid = ({ state, isSentBack }: PaymentForBrowser): boolean =>
  PAID.includes(state) && !isSentBack;

/** Whether its order stays with nothing more to be paid here: it is paid, or billed and this payment is over. */
export const isKept = (payment: PaymentForBrowser): boolean =>
  isPaid(payment) || (payment.state === 'cancelled' && Boolean(payment.isBilled));

/**
 * Has the shop ask the provider about a payment, to go on with it or to end it; undefined while the provider is still being
 * asked. Throws ProblemError. What the browser believes of a payment counts for nothing.
 */
export async function askFor(
  { payment: { id, key } }: TakenOrder,
  what: keyof typeof TIMEOUT,
): Promise<PaymentForBrowser | undefined> {
  const address = new URL(`/ecom/payments/${id}/${what}`, window.location.origin);
  const answer = await fetchWithin(TIMEOUT[what])(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  // An answer that breaks off says no more than one that has not come yet.
  return answer.status === 200 ? answer.json().catch(() => undefined) : undefined;
}

/**
 * What an order is by its receipt, which the shop shows also while the provider is out of reach; undefined where the receipt
 * cannot be read.
 */
export async function orderState({
  receiptPath,
}: TakenOrder): Promise<ReturnType<typeof statusOfOrder> | undefined> {
  const address = new URL(`/ecom/receipts/${tokenOf(receiptPath)}`, window.location.origin);
  try {
    const answer = await fetchWithin(RECEIPT_TIMEOUT)(address);
    return statusOfOrder((await answer.json()) as Receipt);
  } catch {
    return undefined;
  }
}
