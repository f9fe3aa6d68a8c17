import { expect, it } from 'vitest';
import { type AnyResource, findResource, resources } from './resources.ts';

const named = (path: string) => ({ path }) as AnyResource;
const all = [named('blog/categories'), named('pages'), named('pages-archive')];

it.each([
  ['pages', 'pages', undefined],
  ['pages/new', 'pages', 'new'],
  ['pages/0198', 'pages', '0198'],
  ['blog/categories/7', 'blog/categories', '7'],
  ['pages-archive', 'pages-archive', undefined],
])('%s is %s, record %s', (path, resource, id) => {
  expect(findResource(path, all)).toEqual({ resource: named(resource), id });
});

it.each(['', 'blog', 'pages/7/more', 'pagesx', 'users'])('%j is no screen', (path) => {
  expect(findResource(path, all)).toBeUndefined();
});

it('finds the declared resources, each with an address of its own', () => {
  const paths = resources.map(({ path }) => path);
  expect(paths).toContain('pages');
  expect(new Set(paths).size).toBe(paths.length);
});
