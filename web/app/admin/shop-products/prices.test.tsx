import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, renderPiece } from '../../testing/screen.tsx';
import { PricesField } from './prices-field.tsx';
import { type PriceDraft, plainPrice, saveProduct, valuesOf, withPlainPrice } from './product-values.ts';

const standard: PriceDraft = { id: 'p1', kind: 'standard', currency: 'GBP', amount: 1999, leastQuantity: 1 };
const amounts = (prices: PriceDraft[]) => prices.map(({ amount }) => amount);

function Prices({ tell }: { tell: (prices: PriceDraft[]) => void }) {
  const [prices, setPrices] = useState([standard]);
  const change = (next: PriceDraft[]) => {
    setPrices(next);
    tell(next);
  };
  return <PricesField prices={prices} currency="GBP" onChange={change} />;
}

afterEach(() => vi.unstubAllGlobals());

describe('the prices of a variant', () => {
  it('keep what is no amount as it was typed, and say so', async () => {
    let last: PriceDraft[] = [];
    const { user } = renderPiece(<Prices tell={(prices) => (last = prices)} />);
    const input = screen.getByLabelText('Amount');
    await user.clear(input);
    expect(amounts(last)).toEqual([undefined]);
    expect(screen.getByText('Enter an amount.')).toBeTruthy();
    await user.type(input, '25x');
    expect(amounts(last)).toEqual(['25x']);
    expect((input as HTMLInputElement).value).toBe('25x');
    await user.type(input, '{Backspace}');
    expect(amounts(last)).toEqual([2500]);
    expect(screen.queryByText('Enter an amount.')).toBeNull();
    await user.clear(input);
    await user.type(input, '-5');
    expect(amounts(last)).toEqual(['-5']);
  });

  it('are added without an amount', async () => {
    let last: PriceDraft[] = [];
    const { user } = renderPiece(<Prices tell={(prices) => (last = prices)} />);
    await user.click(screen.getByRole('button', { name: 'Add price' }));
    await screen.findAllByLabelText('Amount');
    expect(amounts(last)).toEqual([1999, undefined]);
  });

  it('stay in the row of a variant where a stray character is typed', () => {
    const prices = withPlainPrice([standard], 'GBP', '19.99x');
    expect(prices).toEqual([{ ...standard, amount: '19.99x' }]);
    expect(plainPrice(prices, 'GBP').price?.amount).toBe('19.99x');
    expect(withPlainPrice([standard], 'GBP', undefined)).toEqual([]);
  });

  it.each(['25x', undefined])('are not saved with %s for an amount', async (amount) => {
    const calls = answerCalls(() => ({}));
    const values = valuesOf(undefined);
    const [item] = values.variants.items;
    const items = item ? [{ ...item, sku: 'LB-L', prices: [{ ...standard, amount }] }] : [];
    const saving = saveProduct({ ...values, variants: { options: [], items } }, undefined);
    await expect(saving).rejects.toMatchObject({
      errors: [{ field: 'products.0.prices', detail: 'LB-L: enter an amount.' }],
    });
    expect(calls).toEqual([]);
  });
});
