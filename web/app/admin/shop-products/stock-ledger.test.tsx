import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { GroupOut, StockMovementOut } from '../../api/generated/index.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { ProductStock, StockLedger } from './stock-ledger.tsx';

const movement = (id: string, changed: Partial<StockMovementOut> = {}): StockMovementOut => ({
  id,
  productId: 'p1',
  sku: 'LB-S',
  reason: 'adjusted',
  change: -2,
  stockAfter: 3,
  note: '',
  orderId: null,
  actorId: null,
  actorName: null,
  at: '2026-01-02T10:00:00Z',
  ...changed,
});
const group = (count: number, tracksStock = true) =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at + 1}`, tracksStock })) as GroupOut['products'];

afterEach(() => vi.unstubAllGlobals());

/** All movements there are, a page at a time; until they are there, the service is away. */
function service(all: () => StockMovementOut[] | undefined) {
  return answerCalls(({ query }) => {
    const start = Number(query.get('start'));
    const found = all();
    if (!found) return { status: 503, body: { title: 'Service Unavailable', errors: [] } };
    return { body: { results: found.slice(start, start + 10), total: found.length, start, limit: 10 } };
  });
}

function show(drawn: ReactElement) {
  const Component = () => (
    <main>
      <h1>Log basket</h1>
      {drawn}
    </main>
  );
  return renderScreen([{ path: '/', Component }], '/');
}

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    );

it('says of each movement why it was, by whom, and of which order', async () => {
  service(() => [
    movement('1', { reason: 'ordered', orderId: 'o7', actorId: 'u', actorName: 'Zoe Ashford' }),
    movement('2', { change: 5, stockAfter: 5, note: 'Spring count', actorId: 'u' }),
    movement('3', { reason: 'cancelled', orderId: 'o6' }),
  ]);
  show(<StockLedger productIds={['p1']} />);
  const link = await screen.findByRole('link', { name: 'Ordered' });
  expect(link.getAttribute('href')).toBe('/cms-ecom/orders/o7');
  expect(cells()).toEqual([
    ['Ordered', 'Zoe Ashford', '−2', '3'],
    ['Counted · Spring count', 'Shop staff', '+5', '5'],
    ['Order cancelled', '–', '−2', '3'],
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows all of them, a page at a time', async () => {
  const all = Array.from({ length: 12 }, (_, at) => movement(String(at), { note: `Note ${at}` }));
  const calls = service(() => all);
  const { user } = show(<StockLedger productIds={['p1']} />);
  await screen.findByText(/Note 0/);
  expect(cells()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText(/Note 11/);
  await waitFor(() => expect(cells()).toHaveLength(2));
  expect(calls.at(-1)?.query.get('start')).toBe('10');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(cells()).toHaveLength(10));
});

it('says that there are none, or that they could not be read', async () => {
  let all: StockMovementOut[] | undefined;
  service(() => all);
  const { user } = show(<StockLedger productIds={['p1']} />);
  await screen.findByText('The shop’s service does not answer at the moment');
  all = [];
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing has changed the stock yet.');
  expect(screen.queryByRole('table')).toBeNull();
});

it('is of all variants of a product, each named', async () => {
  const calls = service(() => [movement('1'), movement('2', { productId: 'p2', sku: 'LB-L' })]);
  show(<ProductStock products={group(2)} />);
  await screen.findByRole('heading', { name: 'Stock changes' });
  await screen.findByText('LB-L');
  expect(calls[0]?.query.getAll('product-id')).toEqual(['p1', 'p2']);
});

it('is left out of a product whose stock nobody tracks, and leads to the variants where they are many', async () => {
  const calls = service(() => []);
  const { unmount } = show(<ProductStock products={group(1, false)} />);
  await screen.findByRole('heading', { name: 'Log basket' });
  expect(screen.queryByRole('heading', { name: 'Stock changes' })).toBeNull();
  unmount();
  show(<ProductStock products={group(51)} />);
  await screen.findByText(/The product has many variants/);
  expect(calls).toEqual([]);
});
