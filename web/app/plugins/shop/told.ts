/** Baskets and orders as trackers are told of them: what was bought, and nothing of who did. */
import type { Receipt, SummaryOut, SummaryRow } from '../../api/generated/index.ts';
import type { Purchase, ShopItem } from '../../page/shop-events.ts';
import { decimal } from './decimal.ts';

const major = (amount: number, currency: string) => Number(decimal(amount, currency));

/** A variant is named where it says more than its product. */
const variantOf = (variant: string, product: string) => (variant && variant !== product ? { variant } : {});

function item(row: SummaryRow, currency: string, quantity: number): ShopItem[] {
  if (!row.product) return [];
  const name = row.productGroup?.name ?? row.name;
  const price = major(row.price, currency);
  return [{ id: row.product.sku, name, ...variantOf(row.product.name, name), price, quantity }];
}

/** So many of one row of a basket. */
export function rowTold({ currency }: SummaryOut, row: SummaryRow, quantity: number) {
  return { currency, value: major(row.price * quantity, currency), items: item(row, currency, quantity) };
}

export function basketTold({ currency, pricesIncludeTax, goodsInclTax, goodsExclTax, rows }: SummaryOut) {
  const goods = pricesIncludeTax ? goodsInclTax : goodsExclTax;
  return {
    currency,
    value: major(goods, currency),
    items: rows.flatMap((row) => item(row, currency, row.quantity)),
  };
}

export function purchaseTold(receipt: Receipt): Purchase {
  const { currency, pricesIncludeTax, reference, tax, rows } = receipt;
  const delivery = pricesIncludeTax ? receipt.deliveryInclTax : receipt.deliveryExclTax;
  const goods = (pricesIncludeTax ? receipt.totalInclTax : receipt.totalExclTax) - delivery;
  return {
    name: 'purchase',
    reference,
    currency,
    value: major(goods, currency),
    tax: major(tax, currency),
    delivery: major(delivery, currency),
    items: rows.map(({ product, productGroup, unitPrice, unitPriceInclTax, quantity }) => ({
      id: product.sku,
      name: productGroup.name,
      ...variantOf(product.name, productGroup.name),
      price: major(pricesIncludeTax ? unitPriceInclTax : unitPrice, currency),
      quantity,
    })),
  };
}
