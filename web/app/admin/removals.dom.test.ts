/**
 * What a list deletes is sent when its Undo has lapsed, or when the page is left before. A browser ends the requests of a page
 * with the page, except those with `keepalive`: without it, what somebody was told is deleted is still there.
 */
import '../api/configure.ts';
import { expect, it, vi } from 'vitest';
import type { AnyResource } from './resources.ts';

const found = import.meta.glob<AnyResource>('./*/resource.tsx', { eager: true, import: 'default' });
const removable = Object.entries(found).filter(([, { remove }]) => remove);

/** Has whatever member a request takes of a record. */
const row: unknown = new Proxy(
  {},
  { get: (_, name) => (name === 'version' ? 1 : name === 'person' ? { id: 'r', version: 1 } : 'r') },
);

it('are of most lists', () => {
  expect(removable.length).toBeGreaterThan(10);
});

it.each(removable)('of %s outlive the page', async (_, { remove }) => {
  const sent: Request[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    sent.push(input);
    return new Response(null, { status: 204 });
  });
  await remove?.(row);
  expect(sent.map(({ method, keepalive }) => [method, keepalive])).toEqual([['DELETE', true]]);
});
