import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { PRODUCT_BULK_ACTIONS } from './bulk.tsx';
import type { ProductRow } from './product-row.ts';

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
  const changed = await changeStock?.run(row, { stock: { how: 'set', quantity: 5, note: '' } });
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
