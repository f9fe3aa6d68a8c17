import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { useBulk } from '../use-bulk.ts';
import { PRODUCT_BULK_ACTIONS } from './bulk.tsx';
import type { ProductRow } from './product-row.ts';
import products from './resource.tsx';

const variant = (id: string, sku: string) => ({
  id,
  sku,
  version: 1,
  stock: 2,
  tracksStock: true,
  prices: [],
});
const row = { id: 'g1', name: 'Log basket', version: 1 } as ProductRow;
const [, , , changeStock] = PRODUCT_BULK_ACTIONS;

afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
});

/** The second variant is refused, each time. */
const refusing = () =>
  answerCalls(({ method, body }) => {
    const all = [variant('p1', 'LB-S'), variant('p2', 'LB-L')];
    if (method === 'GET') return { body: { ...row, products: all } };
    const { products } = body as { products: { id: string }[] };
    const asked = all.filter(({ id }) => products.some((one) => one.id === id));
    const failed = asked
      .filter(({ id }) => id === 'p2')
      .map(({ id }) => ({ id, code: 'stock_changed', detail: 'Somebody has bought it.' }));
    return { body: { products: asked.filter(({ id }) => id !== 'p2'), groups: [], failed } };
  });

const shown = () => useToasts.getState().toasts.map(({ kind, message, detail }) => [kind, message, detail]);

it('says which variants of a product were not changed, and why', async () => {
  refusing();
  const send = await changeStock?.prepare?.(row, { stock: { how: 'set', quantity: 5, note: '' } });
  const changed = await send?.();
  expect(shown()).toEqual([
    ['danger', 'Log basket: 1 variant was not changed.', 'LB-L: Somebody has bought it.'],
  ]);
  expect(changed?.changed?.after.map(({ sku }) => sku)).toEqual(['LB-S']);
});

it('says which variants were not put back', async () => {
  refusing();
  const both = [variant('p1', 'LB-S'), variant('p2', 'LB-L')] as never[];
  await changeStock?.undo?.({ ...row, changed: { before: both, after: both } }, row);
  expect(shown()).toEqual([
    ['danger', 'Log basket: 1 variant was not changed.', 'LB-L: Somebody has bought it.'],
  ]);
});

/** Adds 20 to what there is each time it is asked, once for a key; the first answer is lost on its way. */
function losing() {
  const answers = new Map<string | null, object>();
  let [stock, version, isLost] = [2, 1, true];
  const now = () => ({ ...variant('p1', 'LB-S'), stock, version });
  return answerCalls(({ method, path, headers }) => {
    if (method !== 'POST') return { body: { ...row, products: [now()] } };
    if (path !== '/ecom/products/bulk-edits') throw new Error(path);
    const key = headers.get('Idempotency-Key');
    if (!answers.has(key)) {
      stock += 20;
      version += 1;
      answers.set(key, { products: [now()], groupIds: [], failed: [] });
    }
    if (isLost) {
      isLost = false;
      throw new DOMException('', 'TimeoutError');
    }
    return { body: answers.get(key) };
  });
}

it('adds once where the answer was lost, and can be taken back', async () => {
  const calls = losing();
  const client = new QueryClient();
  const { result } = renderHook(() => useBulk(products, () => undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const press = () =>
    changeStock && result.current(changeStock, [row], { stock: { how: 'add', quantity: 20 } });
  expect(await press()).toEqual([]);
  expect(shown()).toEqual([
    [
      'danger',
      'It is not certain whether it worked for “Log basket”.',
      'The server took too long to answer. Please try again.',
    ],
  ]);
  const [changed] = (await press()) ?? [];
  const stocks = (all: { stock: number }[] = []) => all.map(({ stock }) => stock);
  expect([stocks(changed?.changed?.before), stocks(changed?.changed?.after)]).toEqual([[2], [22]]);
  await press();
  const sent = calls.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => (body as { products: object[] }).products)).toEqual([
    [{ id: 'p1', version: 1, stockSeen: 2 }],
    [{ id: 'p1', version: 1, stockSeen: 2 }],
    [{ id: 'p1', version: 2, stockSeen: 22 }],
  ]);
  const [first, second, third] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
