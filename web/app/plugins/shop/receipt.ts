import type { Receipt } from '../../api/generated/index.ts';
import { loadFromTab, saveInTab } from './tab-storage.ts';

/** The order that a tab has just placed, as the page after the checkout shows it. */
export interface PlacedOrder {
  reference: string;
  /** Where people see it, now and later. */
  receiptPath: string;
  /** How to pay it, in the shop's words; empty where nothing is left to do. */
  instructions: string;
  /** Whether nobody has been thanked for it yet. */
  isNew?: boolean;
}

const NAME = 'receipt';

/** Keeps it for the page after the checkout. */
export const keepReceipt = (order: PlacedOrder): void => saveInTab(NAME, { ...order, isNew: true });

/** Notes that the buyer has been thanked: the heading takes no focus when the buyer opens the page again. */
export function noteThanks(): void {
  const order = readReceipt();
  if (order?.isNew) saveInTab(NAME, { ...order, isNew: false });
}

export function readReceipt(): PlacedOrder | undefined {
  const order = loadFromTab<Partial<PlacedOrder>>(NAME);
  if (typeof order?.receiptPath !== 'string' || !tokenOf(order.receiptPath)) return undefined;
  return {
    reference: order.reference ?? '',
    receiptPath: order.receiptPath,
    instructions: order.instructions ?? '',
    isNew: order.isNew === true,
  };
}

/** Whether an order's money may come after the goods: by its invoice, or as it is collected. */
export const isPaidLater = ({ gateway }: Pick<Receipt, 'gateway'>): boolean =>
  gateway === 'invoice' || gateway === 'collection';

/** What an order is to its buyer: `active` with nothing to be paid online, `waiting` for that, or `cancelled`. */
export function statusOfOrder(
  receipt: Pick<Receipt, 'gateway' | 'state'>,
): 'active' | 'waiting' | 'cancelled' {
  if (receipt.state === 'cancelled') return receipt.state;
  return receipt.state === 'awaiting_payment' && !isPaidLater(receipt) ? 'waiting' : 'active';
}

/** The order's own word in the path of its receipt, which nobody can guess. */
export const tokenOf = (path: string): string | undefined =>
  /^\/ecom\/receipts\/([\w-]{20,64})/.exec(path)?.[1];

/** Where the receipt is in a language: without one it would be English. */
export const receiptAddress = (path: string, language: string): string =>
  `${path}?language=${encodeURIComponent(language)}`;

export const invoiceAddress = (path: string, language: string): string =>
  receiptAddress(path.replace(/page$/, 'invoice.pdf'), language);
