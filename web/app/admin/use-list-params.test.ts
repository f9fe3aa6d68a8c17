import { describe, expect, it } from 'vitest';
import { nextSort, readListParams } from './use-list-params.ts';

const read = (address: string) => readListParams(new URLSearchParams(address), 'title');

describe('readListParams', () => {
  it.each([
    ['', { start: 0, limit: 10, sort: 'title' }],
    ['page=3&sort=-updatedAt&q=ink', { start: 20, limit: 10, sort: '-updatedAt', q: 'ink' }],
    ['page=1', { start: 0, limit: 10, sort: 'title' }],
    ['q=%20%20', { start: 0, limit: 10, sort: 'title' }],
  ])('%s', (address, params) => expect(read(address)).toEqual(params));

  it.each(['page=0', 'page=-4', 'page=2.5', 'page=many', 'page=Infinity'])(
    'starts at the front for %s',
    (address) => {
      expect(read(address).start).toBe(0);
    },
  );
});

it('nextSort goes up first, then down, and begins anew at another column', () => {
  expect(nextSort('title', 'url')).toBe('url');
  expect(nextSort('url', 'url')).toBe('-url');
  expect(nextSort('-url', 'url')).toBe('url');
});
