import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { PriceExplained } from './price-explained.tsx';

afterEach(() => vi.unstubAllGlobals());

it('says what one costs and why, and has the keyboard where the button was', async () => {
  const price = { currency: 'GBP', leastQuantity: 1 };
  answerCalls(() => ({
    body: {
      amount: 4200,
      currency: 'GBP',
      prices: [
        { ...price, id: 'p1', kind: 'standard', amount: 4500, why: 'higher' },
        { ...price, id: 'p2', kind: 'sale', amount: 4200, why: 'lowest' },
      ],
    },
  }));
  const Component = () => <PriceExplained productId="p" />;
  const { user } = renderScreen([{ path: '/', Component }], '/');
  (await screen.findByRole('button', { name: 'Explain the price…' })).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('How many'));
  await screen.findByText('One costs £42.00.');
  screen.getByText('This is the price');
});
