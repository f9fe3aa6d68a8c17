import { expect, it } from 'vitest';
import type { Receipt } from '../../api/generated/index.ts';
import { basketPayload, rowPayload } from './event-payload.ts';
import { purchaseEvent } from './purchase-event.ts';
import { summary, summaryRow } from './testing.ts';

const ROW = summaryRow(1, { quantity: 3, product: { id: 'x', name: 'Red', sku: 'sku-1' } });

it('a basket is told by the prices that the shop shows', () => {
  const items = [{ id: 'sku-1', name: 'Thing 1', variant: 'Red', price: 12, quantity: 3 }];
  expect(basketPayload(summary([ROW]))).toEqual({ currency: 'GBP', value: 36, items });
  const without = { pricesIncludeTax: false, rows: [{ ...ROW, price: 1000 }] };
  expect(basketPayload(summary([ROW], without)).value).toBe(30);
});

it('what is gone from the shop is told by its absence', () => {
  expect(basketPayload(summary([{ ...ROW, product: null }])).items).toEqual([]);
});

it('so many of a row are told', () => {
  expect(rowPayload(summary([ROW]), ROW, 2)).toMatchObject({ value: 24, items: [{ quantity: 2 }] });
});

it('a currency without minor units is told in whole ones', () => {
  expect(basketPayload(summary([ROW], { currency: 'JPY' })).value).toBe(3600);
});

it('an order is told without a word of who placed it', () => {
  const receipt = {
    reference: 'K7QH-2M',
    currency: 'GBP',
    pricesIncludeTax: true,
    totalInclTax: 4080,
    totalExclTax: 3400,
    tax: 680,
    deliveryInclTax: 480,
    deliveryExclTax: 400,
    email: 'zoe@example.org',
    contactName: 'Zoë',
    billingPostcode: 'NR1 3JU',
    rows: [
      {
        product: { id: 'x', name: 'Thing 1', sku: 'sku-1' },
        productGroup: { id: 'y', name: 'Thing 1' },
        unitPrice: 1000,
        unitPriceInclTax: 1200,
        quantity: 3,
      },
    ],
  };
  expect(purchaseEvent(receipt as unknown as Receipt)).toEqual({
    name: 'purchase',
    reference: 'K7QH-2M',
    currency: 'GBP',
    value: 36,
    tax: 6.8,
    delivery: 4.8,
    items: [{ id: 'sku-1', name: 'Thing 1', price: 12, quantity: 3 }],
  });
});
