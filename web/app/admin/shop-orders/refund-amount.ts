import type { OrderOut } from '../../api/generated/index.ts';

/** How many of each row, by its id. */
export type Quantities = Record<string, number>;

/**
 * What so many of the rows cost, with tax: the share of each row's total, so that all of a row is all of its total. Never more
 * than is left of what was paid.
 */
export function amountOf(
  order: Pick<OrderOut, 'rows' | 'paidAmount' | 'refundedAmount'>,
  quantities: Quantities,
): number {
  const amounts = order.rows.map(({ id, quantity, refundedQuantity, totalInclTax }) => {
    const upTo = (count: number) => Math.round((totalInclTax * count) / quantity);
    return upTo(refundedQuantity + (quantities[id] ?? 0)) - upTo(refundedQuantity);
  });
  const left = order.paidAmount - order.refundedAmount;
  return Math.min(
    left,
    amounts.reduce((sum, amount) => sum + amount, 0),
  );
}
