import { describe, expect, it } from 'vitest';
import { COLUMN_COUNTS } from '../../page/rules.ts';
import type { Site } from '../../page/types.ts';
import { definePlugin, type Requirements } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { SECTIONS } from '../sections/sections.ts';
import {
  findPlugins,
  findRows,
  findSections,
  GROUPS,
  grouped,
  isFound,
  type OfferedTo,
  offeredPlugins,
  rowName,
} from './offers.ts';

describe('searching', () => {
  const plugins = offeredPlugins(undefined);

  it('finds by the beginning of any word, in any order', () => {
    expect(isFound('im te', ['Text and image'])).toBe(true);
    expect(isFound('age', ['Text and image'])).toBe(false);
    expect(findPlugins(plugins, 'picture').map(({ ref }) => ref)).toEqual(['cms.textImage', 'cms.gallery']);
  });

  it('shows what is called so before what is only described so', () => {
    expect(findPlugins(plugins, 'text')[0]?.label).toMatch(/^Text/);
    expect(findPlugins(plugins, '')).toHaveLength(plugins.length);
  });
});

describe('what is offered', () => {
  it('is called by no name twice, also where a search finds plugins and sections', () => {
    const labels = [
      ...[...manifests.values()].map(({ label }) => label),
      ...SECTIONS.map(({ label }) => label),
      ...COLUMN_COUNTS.map(rowName),
    ];
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    expect(findSections('contact').map(({ name }) => name)).toEqual(['contact']);
  });
});

describe('searching for rows', () => {
  it.each([
    ['', [1, 2, 3, 4, 5, 6]],
    ['row', [1, 2, 3, 4, 5, 6]],
    ['2 col', [2]],
    ['three columns', [3]],
    ['text', []],
  ])('%j', (query, counts) => expect(findRows(query)).toEqual(counts));
});

describe('what plugins require', () => {
  const plugin = (ref: string, requires: Requirements) => definePlugin({ ref, label: ref, requires });
  const all = [
    plugin('a.plain', {}),
    plugin('b.shop', { service: 'ecom' }),
    plugin('c.powerful', { scope: 'admin' }),
    plugin('d.single', { oncePerPage: true }),
  ];
  const offered = (...given: [Site | undefined, OfferedTo?]) =>
    offeredPlugins(given[0], given[1], all).map(({ ref }) => ref);

  it('decides what a site, an editor and a page are offered', () => {
    const site = { hasEcom: true, hasCRM: false } as Site;
    expect(offered(undefined)).toEqual(['a.plain', 'd.single']);
    expect(offered(site, { scopes: ['editor'] })).toEqual(['a.plain', 'b.shop', 'd.single']);
    expect(offered(site, { scopes: ['super'] })).toEqual(['a.plain', 'b.shop', 'c.powerful', 'd.single']);
    expect(offered(undefined, { present: new Set(['a.plain', 'd.single']) })).toEqual(['a.plain']);
  });

  it('offers what belongs to a shop where the site has one', () => {
    const ofShop = (site: Partial<Site>) =>
      offeredPlugins(site as Site)
        .map(({ ref }) => ref)
        .filter((ref) => ref.startsWith('ecom.'))
        .sort();
    expect(ofShop({ hasEcom: false, hasCRM: true })).toEqual([]);
    expect(ofShop({ hasEcom: true, hasCRM: false })).toEqual([
      'ecom.basketDisplay',
      'ecom.basketManagement',
      'ecom.basketSummary',
      'ecom.category',
      'ecom.checkout',
      'ecom.checkoutSuccess',
      'ecom.product',
    ]);
  });
});

describe('the order of what is offered', () => {
  const plugins = offeredPlugins(undefined);

  it('begins with what most pages are made of', () => {
    expect(grouped(plugins, '')[0]).toMatchObject({ label: 'Content' });
    expect(plugins[0]?.ref).toBe('cms.text');
    expect(plugins.findIndex(({ group }) => group === 'members')).toBeGreaterThan(
      plugins.findIndex(({ ref }) => ref === 'cms.menu'),
    );
  });

  it('leaves no plugin out, whatever its group', () => {
    const names = GROUPS.map(({ name }) => name);
    expect([...manifests.values()].filter(({ group }) => !names.includes(group))).toEqual([]);
    expect(grouped(plugins, '').flatMap((group) => group.plugins)).toEqual(plugins);
  });

  it('is one list, the best first, for a search', () => {
    const found = findPlugins(plugins, 'text');
    expect(grouped(found, 'text')).toEqual([{ label: 'Found', plugins: found }]);
  });
});
