import { type Basket, type BasketRow, rowKey, tidied, withQuantity } from '../shop/basket.ts';

/** What was ordered, to be ordered once more; products that are gone are left out. */
export const basketOf = (
  rows: readonly {
    product: { id: string | null };
    quantity: number;
    options: Readonly<Record<string, string>>;
  }[],
): Basket =>
  tidied(rows.map(({ product, quantity, options }) => ({ productId: product.id, quantity, options })));

/**
 * The basket with what was ordered once more, of what is in both the larger number. An order names all options of a
 * product, a basket only those that the product leaves open: a row is the same where these agree.
 */
export function orderedAgain(basket: Basket, ordered: Basket): Basket {
  let all = basket;
  for (const row of ordered) {
    const present = all.find((one) => isSame(one, row));
    all = present
      ? withQuantity(all, rowKey(present), Math.max(present.quantity, row.quantity))
      : [...all, row];
  }
  return all;
}

const isSame = (inBasket: BasketRow, ordered: BasketRow): boolean =>
  inBasket.productId === ordered.productId &&
  Object.entries(inBasket.options ?? {}).every(([name, value]) => ordered.options?.[name] === value);
