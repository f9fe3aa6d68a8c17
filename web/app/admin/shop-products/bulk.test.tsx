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

/** Adds 20 to what there is each time it is asked, once for a key; so many of the first answers are lost on their way. */
function losing(count: number) {
  const answers = new Map<string | null, object>();
  let [stock, version, lost] = [2, 1, 0];
  const now = () => ({ ...variant('p1', 'LB-S'), stock, version });
  const calls = answerCalls(({ method, path, headers }) => {
    if (method !== 'POST') return { body: { ...row, products: [now()] } };
    if (path !== '/ecom/products/bulk-edits') throw new Error(path);
    const key = headers.get('Idempotency-Key');
    if (!answers.has(key)) {
      stock += 20;
      version += 1;
      answers.set(key, { products: [now()], groupIds: [], failed: [] });
    }
    if (lost < count) {
      lost += 1;
      throw new DOMException('', 'TimeoutError');
    }
    return { body: answers.get(key) };
  });
  const sent = () => calls.filter(({ method }) => method === 'POST');
  return {
    keys: () => sent().map(({ headers }) => headers.get('Idempotency-Key')),
    products: () => sent().map(({ body }) => (body as { products: object[] }).products),
  };
}

/** The bar of the chosen products, drawn anew; gives what adds 20 to one as the list has it. */
function bar() {
  const client = new QueryClient();
  const { result } = renderHook(() => useBulk(products, () => undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return async (listed: ProductRow) =>
    changeStock ? await result.current(changeStock, [listed], { stock: { how: 'add', quantity: 20 } }) : [];
}
const UNCERTAIN = [
  'danger',
  'It is not certain whether it worked for “Log basket”.',
  'The server took too long to answer. Please try again.',
];

it('asks once more under the same key where an answer is lost, and can be taken back', async () => {
  const { keys, products } = losing(1);
  const add = bar();
  const [changed] = await add(row);
  const stocks = (all: { stock: number }[] = []) => all.map(({ stock }) => stock);
  expect([stocks(changed?.changed?.before), stocks(changed?.changed?.after)]).toEqual([[2], [22]]);
  await add(row);
  expect(products()).toEqual([
    [{ id: 'p1', version: 1, stockSeen: 2 }],
    [{ id: 'p1', version: 1, stockSeen: 2 }],
    [{ id: 'p1', version: 2, stockSeen: 22 }],
  ]);
  const [first, second, third] = keys();
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('adds once where it stays uncertain, also once nothing was chosen in between', async () => {
  const listed = { ...row, id: 'g2', stock: 2 };
  const { keys } = losing(2);
  expect(await bar()(listed)).toEqual([]);
  expect(shown()).toEqual([UNCERTAIN]);
  const [changed] = await bar()(listed);
  expect(changed?.changed?.after.map(({ stock }) => stock)).toEqual([22]);
  expect(new Set(keys()).size).toBe(1);
});

it('adds a second time where the list shows that the first one worked', async () => {
  const listed = { ...row, id: 'g3', stock: 2 };
  const { keys, products } = losing(2);
  const add = bar();
  expect(await add(listed)).toEqual([]);
  const [changed] = await add({ ...listed, stock: 22 });
  expect(changed?.changed?.after.map(({ stock }) => stock)).toEqual([42]);
  expect(products().at(-1)).toEqual([{ id: 'p1', version: 2, stockSeen: 22 }]);
  expect(new Set(keys()).size).toBe(2);
});
