/** For tests: what examples of plugins are made of. What an editor wrote and the site's name are Hebrew. */
import { product, variant } from '../shop/testing.ts';
import { shownFile } from '../testing.ts';

export const url = '/כאן';
export const links = [
  { url, label: 'כאן', name: 'כאן', title: 'כאן', children: [] },
  { url: '/שם', label: 'שם', name: 'שם', title: 'שם', children: [] },
];
export const [here, there] = links;
export const images = [{ image: { file: 'a' }, caption: 'סירה' }, { image: { file: 'b' } }];
export const files = {
  a: shownFile({ alt: 'סירה' }),
  b: shownFile({ id: 'b', address: '/files/b.jpg?v=1' }),
};
export const post = {
  title: 'פוסט',
  url,
  publishedAt: '2026-03-01T00:00:00Z',
  author: 'עדה',
  excerpt: 'מילים',
};
export const goods = product({
  name: 'סל',
  summary: '',
  description: '',
  brand: 'ערבה',
  images: [{ file: 'a' }, { file: 'b' }],
  variants: [variant(1, { sku: '1', was: 3000 })],
});
const group = { id: '1', code: '1', name: 'סל', summary: '', brand: null, images: [], least: 10, most: 20 };
export const listed = {
  groups: [{ ...group, was: 30, isThere: false }],
  ...{ category: null, total: 30, inStock: 1, page: 1, pageSize: 1, currency: 'ILS', includesTax: true },
  ...{ prices: [10, 20], brands: [], options: [] },
};
const result = { url, title: [{ text: 'כאן', isMatch: true }], extract: [] };
export const found = { query: 'כאן', isComplete: true, total: 30, start: 0, limit: 10, results: [result] };
export const asked = [
  { name: 'one', kind: 'select', label: 'בחירה', options: 'א\nב' },
  { name: 'two', kind: 'radios', label: 'בחירה', options: 'א\nב' },
];
