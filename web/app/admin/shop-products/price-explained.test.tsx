import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { PriceExplained } from './price-explained.tsx';
import type { PriceDraft } from './product-values.ts';

afterEach(() => vi.unstubAllGlobals());

const price = { currency: 'GBP', leastQuantity: 1, startsAt: null, endsAt: null, scope: null };
const saved = [
  { ...price, id: 'p1', kind: 'standard', amount: 4500, why: 'higher' },
  { ...price, id: 'p2', kind: 'sale', amount: 4200, why: 'lowest' },
] as const;

function show(prices: readonly PriceDraft[] = saved) {
  answerCalls(() => ({ body: { amount: 4200, currency: 'GBP', prices: saved } }));
  const Component = () => <PriceExplained productId="p" prices={prices} currency="GBP" />;
  return renderScreen([{ path: '/', Component }], '/');
}

it.each([
  ['nothing where they are the saved ones', saved, 0],
  ['that they are not saved where one has another amount', [saved[0], { ...saved[1], amount: 4100 }], 1],
  ['that where one is new', [...saved, { amount: 3000 }], 1],
  ['that where one is gone', [saved[0]], 1],
])('says of the prices in the form %s', async (_what, prices, times) => {
  const { user } = show(prices);
  await user.click(await screen.findByRole('button', { name: 'Explain the price…' }));
  await screen.findByText('One costs £42.00.');
  const words = 'This is about the saved prices. Yours count once the product is saved.';
  expect(screen.queryAllByText(words)).toHaveLength(times);
});

it('says what one costs and why, and has the keyboard where the button was', async () => {
  const { user } = show();
  (await screen.findByRole('button', { name: 'Explain the price…' })).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('How many'));
  await screen.findByText('One costs £42.00.');
  screen.getByText('This is the price');
});
