import './configure.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../testing/screen.tsx';
import { type AuditRecord, listAuditLogOptions } from './audit-log.ts';
import { readAllBy } from './read-all.ts';

afterEach(() => vi.unstubAllGlobals());

const ENTRIES = Array.from({ length: 250 }, (_, number) => ({
  id: `e${String(999 - number)}`,
  at: new Date(Date.UTC(2026, 0, 1) - number * 1000).toISOString(),
}));

it('reads each part of all entries from where it begins', async () => {
  const calls = answerCalls(({ path, query }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    const all = path === '/auth/audit-log' ? ENTRIES : [];
    const start = all.findIndex(({ id }) => id === query.get('after-id')) + 1;
    return { body: { results: all.slice(start, start + Number(query.get('limit'))), total: all.length } };
  });
  const client = new QueryClient();
  const found = await readAllBy(
    ({ id }: AuditRecord) => id,
    async (part) => ({
      data: await client.fetchQuery({ ...listAuditLogOptions({ ...part, sort: '-at' }, {}), staleTime: 0 }),
    }),
  );
  expect(found.map(({ id }) => id)).toEqual(ENTRIES.map(({ id }) => id));
  expect(
    calls.filter(({ path }) => path === '/auth/audit-log').map(({ query }) => query.get('after-id')),
  ).toEqual([null, ENTRIES[79]?.id, ENTRIES[159]?.id]);
});
