import { partialMatchKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { claimsWith } from '../testing/screen.tsx';
import type { AreaName, Entry } from './define-entry.ts';
import { addressOf } from './define-entry.ts';
import type { EditableResource } from './define-resource.ts';
import { isOpenTo } from './open-entries.ts';
import { entries, findEntry, findEntryBelow, grouped, loadScreen, openEntries } from './resources.ts';

const named = (path: string, area?: AreaName) => ({ path, area }) as Entry;
const all = [
  named('blog'),
  named('blog/categories'),
  named('pages'),
  named('pages-archive'),
  named('crm'),
  named('tags', 'crm'),
  named('brands', 'ecom'),
];

it.each([
  ['/cms-admin/pages', 'pages', undefined],
  ['/cms-admin/pages/', 'pages', undefined],
  ['/cms-admin/pages/new', 'pages', 'new'],
  ['/cms-admin/pages/0198', 'pages', '0198'],
  ['/cms-admin/blog/0198', 'blog', '0198'],
  ['/cms-admin/blog/categories', 'blog/categories', undefined],
  ['/cms-admin/blog/categories/7', 'blog/categories', '7'],
  ['/cms-admin/pages-archive', 'pages-archive', undefined],
  ['/cms-admin/crm/tags', 'tags', undefined],
  ['/cms-admin/crm/tags/7', 'tags', '7'],
  ['/cms-ecom/brands/7', 'brands', '7'],
])('%s is %s, record %s', (address, path, id) => {
  const found = findEntry(address, all);
  expect([found?.entry.path, found?.id]).toEqual([path, id]);
  expect(findEntry(address, all.toReversed())).toEqual(found);
});

it.each(['/cms-admin', '/cms-ecom', '/cms-admin/pages/7/more', '/cms-admin/pagesx', '/cms-ecom/pages'])(
  '%s is no screen',
  (address) => {
    expect(findEntry(address, all)).toBeUndefined();
  },
);

it.each([
  ['/cms-admin/shop', 'shop/rates'],
  ['/cms-admin/shop/', 'shop/rates'],
  ['/cms-admin/sho', undefined],
  ['/cms-admin/shop/rates', undefined],
])('%s is the beginning of %s', (address, path) => {
  expect(findEntryBelow(address, [named('pages'), named('shop/rates')])?.path).toBe(path);
});

it('finds the declared screens, each with an address of its own and what is loaded when it is opened', async () => {
  const addresses = entries.map((entry) => addressOf(entry));
  expect(addresses).toContain('/cms-admin/pages');
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const entry of entries) expect(await loadScreen(entry)).toMatchObject({ path: entry.path });
});

it('reads a list again after a change of one of its records, also where its tag is written by hand', async () => {
  const read: [string, boolean][] = [];
  for (const entry of entries) {
    const resource = (await loadScreen(entry)) as Partial<EditableResource<unknown>>;
    const { list, invalidates, defaultSort, Form, remove } = resource;
    if (!list || !invalidates || !(Form || remove)) continue;
    const { queryKey } = list({ start: 0, limit: 10, sort: defaultSort ?? '' }, {});
    read.push([entry.path, invalidates.some((key) => partialMatchKey(queryKey, key))]);
  }
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter(([, isRead]) => !isRead)).toEqual([]);
});

it('groups them by work, not by the alphabet', () => {
  const groups = grouped(entries.filter(({ area = 'site' }) => area === 'site'));
  expect(groups.map(({ title, entries: within }) => [title, within.map(({ many }) => many)])).toEqual([
    ['Content', ['Pages', 'Blog', 'Files', 'Layouts', 'Shared blocks', 'Linked data', 'Plugin page finder']],
    ['People', ['People', 'Users', 'Profile fields', 'Scopes', 'Subscribers', 'Mailing lists']],
    [
      'Site',
      [
        'Site settings',
        'Configuration',
        'Templates',
        'Emails',
        'Email templates',
        'Email types',
        'Redirects',
        'Missing addresses',
        'Links',
        'Trackers',
        'Analytics',
        'Activity log',
        'Jobs',
        'Failed events',
        'Backups',
      ],
    ],
  ]);
});

it('lets editors reach whatever they may open', () => {
  const editor = claimsWith('editor');
  const meant = entries.filter((entry) => isOpenTo(editor, entry));
  expect(openEntries(editor, undefined)).toEqual(meant);
});
