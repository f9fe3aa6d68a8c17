import { describe, expect, it } from 'vitest';
import type { PageRecord } from '../../api/pages.ts';
import { addressBelow, isProtected, outermost } from './changing.ts';

const at = (url: string) => ({ url }) as PageRecord;

describe('the address below another page', () => {
  it.each([
    ['/a', '/b', '/b/a'],
    ['/a/b/c', '/x', '/x/c'],
    ['/a/b', undefined, '/b'],
    ['/a/b', '/', '/b'],
  ])('%s below %s is %s', (url, parent, expected) => {
    expect(addressBelow(at(url), parent === undefined ? undefined : at(parent))).toBe(expected);
  });
});

it('leaves out what comes along with another page', () => {
  const pages = ['/a', '/a/b', '/a/b/c', '/ab', '/x/y'].map(at);
  expect(outermost(pages).map(({ url }) => url)).toEqual(['/a', '/ab', '/x/y']);
});

it.each([
  ['/', true],
  ['/error/404', true],
  ['/error/401', false],
])('%s is kept: %s', (url, expected) => {
  expect(isProtected(at(url))).toBe(expected);
});
