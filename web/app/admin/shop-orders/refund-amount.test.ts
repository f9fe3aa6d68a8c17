import { describe, expect, it } from 'vitest';
import type { OrderOut } from '../../api/generated/index.ts';
import { amountOf } from './refund-amount.ts';

const row = (id: string, quantity: number, totalInclTax: number, refundedQuantity = 0) =>
  ({ id, quantity, totalInclTax, refundedQuantity }) as OrderOut['rows'][number];

const order = (rows: OrderOut['rows'], paidAmount = 10_000, refundedAmount = 0) => ({
  rows,
  paidAmount,
  refundedAmount,
});

describe('what rows are refunded for', () => {
  it('is their share of the total, with tax', () => {
    const rows = [row('a', 4, 1000), row('b', 1, 500)];
    expect(amountOf(order(rows), { a: 1, b: 1 })).toBe(750);
    expect(amountOf(order(rows), {})).toBe(0);
  });

  it('comes to all of a row, one after the other', () => {
    const parts = [0, 1, 2].map((before) => amountOf(order([row('a', 3, 100, before)]), { a: 1 }));
    expect(parts.reduce((sum, part) => sum + part)).toBe(100);
  });

  it('is never more than is left', () => {
    expect(amountOf(order([row('a', 1, 1000)], 1000, 400), { a: 1 })).toBe(600);
  });
});
