/** For tests: fields and data of plugins that have words in their views. What an editor wrote and the site's name are Hebrew. */
import type { Fields } from '../contract.ts';
import { product, variant } from '../shop/testing.ts';
import { shownFile } from '../testing.ts';

export const url = '/כאן';
const links = [
  { url, label: 'כאן', name: 'כאן', title: 'כאן', children: [] },
  { url: '/שם', label: 'שם', name: 'שם', title: 'שם', children: [] },
];
const [here, there] = links;
const images = [{ image: { file: 'a' }, caption: 'סירה' }, { image: { file: 'b' } }];
export const files = {
  a: shownFile({ alt: 'סירה' }),
  b: shownFile({ id: 'b', address: '/files/b.jpg?v=1' }),
};
const post = { title: 'פוסט', url, publishedAt: '2026-03-01T00:00:00Z', author: 'עדה', excerpt: 'מילים' };
const goods = product({
  name: 'סל',
  summary: '',
  description: '',
  brand: 'ערבה',
  images: [{ file: 'a' }, { file: 'b' }],
  variants: [variant(1, { sku: '1', was: 3000 })],
});
const group = { id: '1', code: '1', name: 'סל', summary: '', brand: null, images: [], least: 10, most: 20 };
const listed = {
  groups: [{ ...group, was: 30, isThere: false }],
  ...{ category: null, total: 30, inStock: 1, page: 1, pageSize: 1, currency: 'ILS', includesTax: true },
  ...{ prices: [10, 20], brands: [], options: [] },
};
const result = { url, title: [{ text: 'כאן', isMatch: true }], extract: [] };
const found = { query: 'כאן', isComplete: true, total: 30, start: 0, limit: 10, results: [result] };
const asked = [
  { name: 'one', kind: 'select', label: 'בחירה', options: 'א\nב' },
  { name: 'two', kind: 'radios', label: 'בחירה', options: 'א\nב' },
];

export interface Example {
  fields?: Fields;
  data?: unknown;
}

export const EXAMPLES: Record<string, Example[]> = {
  'cms.accountManagement': [{ data: { isLoggedIn: true } }, { data: { isLoggedIn: false } }],
  'cms.blogList': [
    { fields: { showAuthor: true }, data: { posts: [post], page: 2, hasOlder: true, hasFeed: true } },
    { data: { posts: [], page: 1, hasOlder: false, hasFeed: false } },
  ],
  'cms.blogMenu': [{ data: { items: links } }, { fields: { showLabel: false }, data: { items: links } }],
  'cms.blogPost': [
    { fields: { showReadingTime: true }, data: { post: { ...post, readingMinutes: 5, categories: links } } },
  ],
  'cms.blogPostMenu': [
    { data: { posts: links } },
    { fields: { showLabel: false }, data: { posts: links } },
    { fields: { displayMode: 'cards' }, data: { posts: [post] } },
    { fields: { displayMode: 'cards', showLabel: false }, data: { posts: [post] } },
  ],
  'cms.breadcrumb': [{ data: { items: links } }],
  'cms.contact': [{ fields: { fields: asked } }],
  'cms.gallery': [
    { fields: { images } },
    { fields: { images, heading: 'סירות' } },
    { fields: { images, display: 'grid', lightbox: false } },
  ],
  'cms.login': [{ data: { isLoggedIn: true } }, { fields: { resetPage: '/' } }],
  'cms.loginButton': [{}, { fields: { accountPage: '/' }, data: { isLoggedIn: true } }],
  'cms.menu': [{ data: { siteName: 'נמל', items: links } }],
  'cms.newsletter': [{ fields: { askName: 'optional' } }],
  'cms.profile': [{}],
  'cms.register': [{}],
  'cms.relativeNavigation': [false, true].map((showLabel) => ({
    fields: { showLabel, showNeighbours: true },
    data: { parent: there, siblings: links, children: links, previous: here, next: there },
  })),
  'cms.resetPassword': [{}],
  'cms.search': [{ data: found }, { data: { ...found, total: 0, results: [] } }],
  'cms.sitemap': [{ data: { items: links } }],
  'ecom.basketDisplay': [{}],
  'ecom.basketManagement': [{}],
  'ecom.basketSummary': [{}],
  'ecom.category': [{ data: listed }, { data: { ...listed, groups: [], total: 0 } }],
  'ecom.checkout': [{}],
  'ecom.checkoutSuccess': [{}],
  'ecom.product': [{ data: { product: goods } }, { data: { product: { ...goods, variants: [] } } }],
};
