import { definePlugin } from '../contract.ts';
import { MOST_TEXT } from './narrowing.ts';

/** What shows the product that the page's address names. */
export const PRODUCT = 'ecom.product';

export default definePlugin({
  ref: 'ecom.category',
  label: 'Product List',
  tooltip: 'The products of a category, with filters',
  emptyHint: 'Products of the shop appear here.',
  group: 'shop',
  order: 2,
  dataFrom: 'ecom',
  requires: { service: 'ecom' },
  fields: {
    category: {
      type: 'category',
      of: 'ecom.categories',
      label: 'Category',
      hint: 'With those below it. Left empty, all products of the shop.',
    },
    productPage: {
      type: 'address',
      label: 'Page of a product',
      hint: 'A page with the plugin Product in which no product is chosen. Left empty, it is found if there is only one.',
      pageOf: PRODUCT,
    },
    count: { type: 'number', label: 'Products at a time', default: 12, min: 1, max: 100, integer: true },
    columns: { type: 'number', label: 'Columns', default: 3, min: 2, max: 5, integer: true },
    showFilters: { type: 'switch', label: 'Show filters and the order', default: true },
  },
  query: {
    'shop-page': { type: 'number', min: 1, max: 10_000 },
    'shop-sort': { type: 'select', options: ['featured', 'name', 'cheapest', 'dearest', 'newest'] },
    'shop-brands': { type: 'text', maxLength: MOST_TEXT, isCacheable: false },
    'shop-least': { type: 'number', min: 0, max: 1_000_000_000, decimals: 3, isCacheable: false },
    'shop-most': { type: 'number', min: 0, max: 1_000_000_000, decimals: 3, isCacheable: false },
    'shop-stock': { type: 'select', options: ['in'] },
    'shop-options': { type: 'text', maxLength: MOST_TEXT, isCacheable: false },
  },
  keywords: ['shop', 'products', 'catalogue', 'catalog', 'grid', 'filter', 'category', 'ecommerce'],
});
