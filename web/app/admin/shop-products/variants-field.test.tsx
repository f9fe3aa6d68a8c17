import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { valuesOf } from './product-values.ts';
import { VariantsField } from './variants-field.tsx';

afterEach(() => vi.unstubAllGlobals());

it('shows readers all of a variant, which they cannot change', async () => {
  answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 10 } }));
  const values = valuesOf(undefined);
  const price = {
    kind: 'standard',
    currency: 'GBP',
    amount: 1999,
    leastQuantity: 2,
    scope: 'trade',
  } as const;
  const prices = [price];
  const items = values.variants.items.map((one) => ({ ...one, sku: 'LB-L', weightGrams: 900, prices }));
  const onChange = vi.fn();
  const Component = () => (
    <main>
      <VariantsField
        label="Variants"
        value={{ options: [], items }}
        values={values}
        currency="GBP"
        isReadOnly
        onChange={onChange}
      />
    </main>
  );
  const { user } = renderScreen([{ path: '/', Component }], '/');
  expect((await screen.findByLabelText('SKU')).matches(':disabled')).toBe(true);
  // Nor is there anything to add to it, to move or to remove.
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['More of LB-L']);
  await user.click(screen.getByRole('button', { name: 'More of LB-L' }));
  const dialog = await screen.findByRole('dialog', { name: 'LB-L' });
  const facts = within(dialog);
  expect(facts.getByText('Weight in grams').nextSibling?.textContent).toBe('900');
  expect(facts.getByText('For sale').nextSibling?.textContent).toBe('Yes');
  facts.getByText('Standard price £19.99');
  facts.getByText('from 2 items · for people with the scope trade');
  // There is nothing to fill in, disabled or not.
  expect(facts.queryAllByRole('textbox')).toEqual([]);
  expect(facts.queryAllByRole('switch')).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(facts.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(onChange).not.toHaveBeenCalled();
});

it('says in the row what a variant costs in a sale, and counts what else it may cost', async () => {
  answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 10 } }));
  const values = valuesOf(undefined);
  const price = (kind: 'standard' | 'sale', amount: number, startsAt?: string) =>
    ({ kind, currency: 'GBP', amount, leastQuantity: 1, startsAt }) as const;
  const now = [price('standard', 4500), price('sale', 4200)];
  const later = [...now, price('sale', 3900, '2030-01-01T00:00:00Z')];
  const items = [now, later, [price('standard', 4500)]].flatMap((prices, place) =>
    values.variants.items.map((one) => ({ ...one, key: `new-${place}`, prices })),
  );
  const Component = () => (
    <VariantsField
      label="Variants"
      value={{ options: [], items }}
      values={values}
      currency="GBP"
      isReadOnly
      onChange={vi.fn()}
    />
  );
  renderScreen([{ path: '/', Component }], '/');
  expect(await screen.findAllByText('Sale price: £42.00')).toHaveLength(2);
  expect(screen.getAllByText('1 further price')).toHaveLength(1);
});
