/** For tests: a product and a summary, as the shop's service gives them. */
import type { SummaryOut, SummaryRow } from '../../api/generated/index.ts';
import type { Product, Variant } from './product.ts';

export const productId = (number: number): string =>
  `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;

export function variant(number: number, changed: Partial<Variant> = {}): Variant {
  return {
    id: productId(number),
    sku: `sku-${number}`,
    gtin: null,
    options: {},
    image: null,
    price: 2000,
    was: null,
    availability: 'in',
    left: null,
    most: null,
    ...changed,
  };
}

export function product(changed: Partial<Product> = {}): Product {
  return {
    id: productId(100),
    code: 'shirt',
    name: 'Shirt',
    summary: 'Of linen.',
    description: '<p>Woven by hand.</p>',
    brand: 'Willow',
    seoTitle: '',
    seoDescription: '',
    images: [],
    options: [],
    variants: [variant(1)],
    currency: 'GBP',
    includesTax: true,
    ...changed,
  };
}

export function summaryRow(number: number, changed: Partial<SummaryRow> = {}): SummaryRow {
  const { quantity = 1 } = changed;
  return {
    productId: productId(number),
    productGroup: { id: productId(100), name: `Thing ${number}` },
    product: { id: productId(number), name: '', sku: `sku-${number}` },
    name: `Thing ${number}`,
    options: {},
    quantity,
    isAvailable: true,
    available: null,
    changes: [],
    price: 1200,
    standardPrice: null,
    unitPrice: 1000,
    unitPriceInclTax: 1200,
    totalExclTax: 1000 * quantity,
    tax: 200 * quantity,
    totalInclTax: 1200 * quantity,
    taxPercent: '20',
    ...changed,
  };
}

export function summary(rows: SummaryRow[], changed: Partial<SummaryOut> = {}): SummaryOut {
  const sum = (name: 'totalExclTax' | 'tax' | 'totalInclTax') =>
    rows.reduce((all, row) => all + row[name], 0);
  return {
    currency: 'GBP',
    pricesIncludeTax: true,
    rows,
    delivery: { state: 'unknown', totalExclTax: 0, tax: 0, totalInclTax: 0, taxPercent: '0' },
    taxes: [{ percent: '20', totalExclTax: sum('totalExclTax'), tax: sum('tax') }],
    goodsExclTax: sum('totalExclTax'),
    goodsInclTax: sum('totalInclTax'),
    totalExclTax: sum('totalExclTax'),
    tax: sum('tax'),
    totalInclTax: sum('totalInclTax'),
    canOrder: true,
    digest: 'd',
    ...changed,
  };
}
