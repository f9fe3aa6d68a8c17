import { keep, kept } from './kept.ts';

/** The order that a tab has just placed, as the page after the checkout shows it. */
export interface PlacedOrder {
  reference: string;
  /** Where people see it, now and later. */
  receiptPath: string;
  /** How to pay it, in the shop's words; empty where nothing is left to do. */
  instructions: string;
}

const NAME = 'receipt';

export const keepReceipt = (order: PlacedOrder): void => keep(NAME, order);

export function readReceipt(): PlacedOrder | undefined {
  const order = kept<Partial<PlacedOrder>>(NAME);
  if (typeof order?.receiptPath !== 'string' || !tokenOf(order.receiptPath)) return undefined;
  return {
    reference: order.reference ?? '',
    receiptPath: order.receiptPath,
    instructions: order.instructions ?? '',
  };
}

/** The order's own word in the path of its receipt, which nobody can guess. */
export const tokenOf = (path: string): string | undefined =>
  /^\/ecom\/receipts\/([\w-]{20,64})/.exec(path)?.[1];
