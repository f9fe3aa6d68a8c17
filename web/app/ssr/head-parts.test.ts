import { expect, it } from 'vitest';
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

it('leaves out a page that is each visitor’s own', () => {
  const shop = new PageBuilder();
  const column = { id: 'own', type: 'col-unique' as const };
  const own = { nodes: [shop.plugin('ecom.checkoutSuccess')] };
  const rendered = shop.render([shop.node('layout', column)], { blocks: { own } });
  expect(partsBy({}, undefined, rendered).noIndex).toBe(true);
});

it('leaves out no page for a basket in its layout', () => {
  const shop = new PageBuilder();
  const rendered = shop.render([shop.node('col-shared', shop.plugin('ecom.basketManagement'))]);
  expect(partsBy({}, undefined, rendered).noIndex).toBe(false);
});
