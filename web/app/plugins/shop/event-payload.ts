/** Baskets as events for trackers; orders are in purchase-event.ts. */
import type { SummaryOut, SummaryRow } from '../../api/generated/index.ts';
import type { ShopItem } from '../../page/shop-events.ts';
import { decimal } from './decimal.ts';

export const major = (amount: number, currency: string) => Number(decimal(amount, currency));

/** A variant is named where it says more than its product. */
export const variantOf = (variant: string, product: string) =>
  variant && variant !== product ? { variant } : {};

function item(row: SummaryRow, currency: string, quantity: number): ShopItem[] {
  if (!row.product) return [];
  const name = row.productGroup?.name ?? row.name;
  const price = major(row.price, currency);
  return [{ id: row.product.sku, name, ...variantOf(row.product.name, name), price, quantity }];
}

/** So many of one row of a basket. */
export function rowPayload({ currency }: SummaryOut, row: SummaryRow, quantity: number) {
  return { currency, value: major(row.price * quantity, currency), items: item(row, currency, quantity) };
}

export function basketPayload({ currency, pricesIncludeTax, goodsInclTax, goodsExclTax, rows }: SummaryOut) {
  const goods = pricesIncludeTax ? goodsInclTax : goodsExclTax;
  return {
    currency,
    value: major(goods, currency),
    items: rows.flatMap((row) => item(row, currency, row.quantity)),
  };
}
