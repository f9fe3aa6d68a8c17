/** Our own words on the pages of a site whose language has no catalogue: English, and marked as that. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SiteWords } from '#words/react.tsx';
import type { Fields } from './contract.ts';
import { renderers } from './registry/renderers.ts';
import { product, variant } from './shop/testing.ts';
import { shownFile, viewProps } from './testing.ts';

const SITE = { language: 'he', timeZone: 'Asia/Jerusalem' };
const url = '/כאן';
const links = [
  { url, label: 'כאן', name: 'כאן', title: 'כאן', children: [] },
  { url: '/שם', label: 'שם', name: 'שם', title: 'שם', children: [] },
];
const [here, there] = links;
const images = [{ image: { file: 'a' }, caption: 'סירה' }, { image: { file: 'b' } }];
const files = { a: shownFile({ alt: 'סירה' }), b: shownFile({ id: 'b', address: '/files/b.jpg?v=1' }) };
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

/** What is drawn of each plugin with words in its view; an editor's and the site's are Hebrew. */
const DRAWN: Record<string, { fields?: Fields; data?: unknown }[]> = {
  'cms.accountManagement': [{ data: { isLoggedIn: true } }, { data: { isLoggedIn: false } }],
  'cms.blogList': [
    { fields: { showAuthor: true }, data: { posts: [post], page: 2, hasOlder: true, hasFeed: true } },
    { data: { posts: [], page: 1, hasOlder: false, hasFeed: false } },
  ],
  'cms.blogMenu': [{ data: { items: links } }, { fields: { showLabel: false }, data: { items: links } }],
  'cms.blogPost': [{ data: { post: { ...post, categories: links } } }],
  'cms.blogPostMenu': [{ data: { posts: links } }, { fields: { showLabel: false }, data: { posts: links } }],
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
/** Those that begin with words, which are the editor's from then on. */
const STARTING_ALONE = ['cms.faq'];

const REFS = Object.keys(DRAWN);
const LABELS = ['aria-label', 'alt', 'title', 'placeholder'];
const ENGLISH = /[a-z]{2}/i;
const HEBREW = /\p{Script=Hebrew}/u;

/** What is said in a view: each text and each label, with the language that it is marked to be in. */
function saidIn(ref: string, { fields = {}, data }: { fields?: Fields; data?: unknown }): [string, string][] {
  const View = renderers.get(ref)?.View;
  if (!View) throw new Error(`${ref} has no view`);
  const props = viewProps({ ref, fields, data: data as never, url, title: 'כאן', files });
  const html = renderToStaticMarkup(
    <SiteWords site={SITE}>
      <View {...props} site={{ ...props.site, ...SITE, name: 'נמל', dir: 'rtl' }} />
    </SiteWords>,
  );
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const said: [string, string][] = [];
  for (const element of body.querySelectorAll('*')) {
    const language = element.closest('[lang]')?.getAttribute('lang') ?? SITE.language;
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const words = [
      texts.map(({ textContent }) => textContent).join(''),
      ...LABELS.map((label) => element.getAttribute(label)),
    ];
    for (const text of words) if (text?.trim()) said.push([text.trim(), language]);
  }
  return said;
}

describe('our own words on a page of a language without a catalogue', () => {
  it('are looked at in each plugin that has some', () => {
    const catalogues = Object.keys(import.meta.glob('./*/words/de.po')).map((path) => path.split('/')[1]);
    expect([...REFS, ...STARTING_ALONE].sort()).toEqual(catalogues.sort());
  });

  it.each(REFS)('are marked as English: %s', (ref) => {
    const said = (DRAWN[ref] ?? []).flatMap((drawn) => saidIn(ref, drawn));
    expect(said.some(([text]) => ENGLISH.test(text))).toBe(true);
    expect(said.filter(([text, language]) => ENGLISH.test(text) && language !== 'en')).toEqual([]);
  });

  it.each([
    'cms.blogMenu',
    'cms.blogPostMenu',
    'cms.breadcrumb',
    'cms.gallery',
    'cms.menu',
    'cms.relativeNavigation',
    'cms.sitemap',
  ])('leave what stands between them in its language: %s', (ref) => {
    const said = (DRAWN[ref] ?? []).flatMap((drawn) => saidIn(ref, drawn));
    expect(said.some(([text]) => HEBREW.test(text))).toBe(true);
    expect(said.filter(([text, language]) => HEBREW.test(text) && language !== 'he')).toEqual([]);
  });
});
