/** Orders as events for trackers: what was bought, and nothing of who did. Only pages that give thanks load it. */
import type { Receipt } from '../../api/generated/index.ts';
import type { Purchase } from '../../page/shop-events.ts';
import { major, variantOf } from './event-payload.ts';

export function purchaseEvent(receipt: Receipt): Purchase {
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
