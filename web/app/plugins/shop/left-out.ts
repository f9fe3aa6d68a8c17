import { type Basket, rowKey } from './basket.ts';

/** How many of the rows are not in it: it takes so many products and not more. */
export function leftOut(basket: Basket, rows: Basket): number {
  const keys = new Set(basket.map(rowKey));
  return rows.filter((row) => !keys.has(rowKey(row))).length;
}
