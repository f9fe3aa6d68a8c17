/** For tests: an import, and the screen with it. */
import { screen } from '@testing-library/react';
import { answerCalls, type Call, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import './screen.tsx';

export const uploaded = {
  id: '0198',
  kind: 'products',
  state: 'uploaded',
  name: 'file.csv',
  size: 10,
  format: 'other',
  createdAt: '2026-01-02T10:00:00Z',
  finishedAt: null,
  createdBy: 'user',
  counts: { create: 0, change: 0, same: 0, skip: 0, error: 0 },
  encoding: 'utf-8',
  delimiter: ',',
  headers: ['Artikel', 'Preis'],
  samples: [['a'], ['10']],
  columns: [null, null],
  recognised: [null, null],
  fields: ['sku', 'price', 'name'],
  fetchesImages: false,
  jobId: null,
  isUnderWay: false,
  preview: null,
  wasCancelled: false,
  fault: null,
  imagesLeft: 0,
  imagesMissing: 0,
};
export const counts = { ...uploaded.counts, create: 1 };
export const planned = { ...uploaded, state: 'planned', preview: 'first', counts, columns: ['sku', 'price'] };
export const rowOf = (title: string) => ({
  number: 2,
  outcome: 'create',
  title,
  changes: [],
  notes: [],
  faults: [],
});
export const pageOf = (...results: unknown[]) => ({ results, total: results.length, start: 0, limit: 100 });

/** An import of the service, which answers calls that write as told. */
export const service = (
  first: object,
  write: (call: Call, change: (to: object) => void) => number | Promise<number>,
) => {
  let found: Record<string, unknown> = { ...first };
  let rows = pageOf(rowOf('Before'));
  const calls = answerCalls(async (call) => {
    if (call.path === '/cms/site') return { body: { hasEcom: true } };
    if (call.path.endsWith('/rows')) return { body: rows };
    if (call.path.endsWith('/missing-images'))
      return {
        body: pageOf({
          id: 'i1',
          row: 7,
          faults: [{ address: 'https://example.org/a.png', detail: 'The site answers with 404.' }],
        }),
      };
    if (call.path.startsWith('/ecom/jobs/'))
      return { body: { id: 'j1', state: 'running', progress: 0, message: null, isCancellable: true } };
    if (call.method === 'GET') return { body: found };
    const status = await write(call, (to) => {
      found = { ...found, ...to };
      rows = pageOf(rowOf('After'));
    });
    return status < 400
      ? { status, body: {} }
      : { status, body: { code: 'import_not_ready', title: 'No', detail: 'Refused.', requestId: 'r-1' } };
  });
  return calls;
};

export const show = () =>
  renderScreen([{ path: '/cms-ecom/*', Component: AdminScreen }], '/cms-ecom/import/0198');

export const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
