import { expect, it } from 'vitest';
import type { Page } from '../page/types.ts';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import { viewContext } from '../page-view/view-context.ts';
import type { PluginHead } from '../plugins/contract.ts';
import { headPartsOf } from './head-parts.ts';

const builder = new PageBuilder();
const state = builder.render([builder.node('col', builder.plugin('acme.one'), builder.plugin('acme.two'))]);
const partsBy = (heads: Record<string, PluginHead>, onPluginError?: () => void, rendered = state) =>
  headPartsOf(
    rendered,
    viewContext(rendered.site, rendered.page),
    { publicUrl: 'https://site.example', templateCss: '', onPluginError },
    new Map(Object.entries(heads)),
  );

it('takes the first that a plugin says, in reading order', () => {
  const parts = partsBy({
    'acme.two': () => ({ image: '/two.jpg', description: 'Two', publishedAt: '2026-01-02T03:04:05Z' }),
    'acme.one': () => ({ image: 'http://[', description: 'One' }),
  });
  expect(parts).toMatchObject({
    description: 'One',
    image: 'https://site.example/two.jpg',
    publishedAt: '2026-01-02T03:04:05Z',
    noIndex: false,
  });
});

it('lets the page’s own words for search engines win, and what its address names over those', () => {
  const own = { ...state, page: { ...state.page, meta: { title: 'Own', description: 'Of its own' } } };
  const said = (rendered: typeof state, isOfAddress: boolean) => {
    const { title, description } = partsBy(
      {
        'acme.one': () => ({ title: 'One', description: 'First' }),
        'acme.two': () => ({ title: 'Two', isOfAddress }),
      },
      undefined,
      rendered,
    );
    return [title, description];
  };
  expect(said(state, false)).toEqual(['One', 'First']);
  expect(said(state, true)).toEqual(['Two', 'First']);
  expect(said(own, false)).toEqual([undefined, undefined]);
  expect(said(own, true)).toEqual(['Two', undefined]);
});

it('names the page in other languages by absolute addresses, and no language that is none', () => {
  const alternates = [
    { language: 'en', path: '/about' },
    { language: 'de-AT', path: '/über' },
    { language: 'x-default', path: '/about' },
    { language: '"><script>', path: '/' },
  ];
  expect(partsBy({ 'acme.one': () => ({ alternates }) }).alternates).toEqual([
    { language: 'en', href: 'https://site.example/about' },
    { language: 'de-AT', href: 'https://site.example/%C3%BCber' },
    { language: 'x-default', href: 'https://site.example/about' },
  ]);
});

it('goes on without a plugin whose part fails', () => {
  let failed = 0;
  const parts = partsBy(
    {
      'acme.one': () => {
        throw new Error('no');
      },
      'acme.two': () => ({ noIndex: true }),
    },
    () => {
      failed += 1;
    },
  );
  expect([failed, parts.noIndex]).toEqual([1, true]);
});

it.each<[string, string[], Partial<Page>, boolean]>([
  ['a basket', ['cms.breadcrumb', 'ecom.basketManagement', 'ecom.basketSummary'], {}, true],
  ['the thanks', ['ecom.checkoutSuccess'], {}, true],
  ['a basket and products', ['ecom.basketManagement', 'ecom.category'], {}, false],
  ['one product and its checkout', ['ecom.checkout', 'ecom.product'], {}, false],
  ['thanks and products', ['ecom.checkoutSuccess', 'ecom.category'], {}, false],
  ['the home page with a basket', ['ecom.basketManagement'], { url: '/' }, false],
  ['a summary alone', ['ecom.basketSummary'], {}, false],
])('leaves out pages that are each visitor’s own: %s', (_, refs, changed, isLeftOut) => {
  const shop = new PageBuilder();
  const nodes = refs.map((ref) => shop.plugin(ref));
  const column = { id: 'own', type: 'col-unique' as const };
  const rendered = shop.render([shop.node('layout', column)], { ...changed, blocks: { own: { nodes } } });
  expect(partsBy({}, undefined, rendered).noIndex).toBe(isLeftOut);
});

it('leaves out no page for a basket in its layout', () => {
  const shop = new PageBuilder();
  const rendered = shop.render([shop.node('col-shared', shop.plugin('ecom.basketManagement'))]);
  expect(partsBy({}, undefined, rendered).noIndex).toBe(false);
});
