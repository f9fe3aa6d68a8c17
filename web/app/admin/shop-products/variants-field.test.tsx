import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { valuesOf } from './product-values.ts';
import { VariantsField } from './variants-field.tsx';

afterEach(() => vi.unstubAllGlobals());

it('shows readers all of a variant, which they cannot change', async () => {
  answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 10 } }));
  const values = valuesOf(undefined);
  const items = values.variants.items.map((one) => ({ ...one, sku: 'LB-L', weightGrams: 900 }));
  const onChange = vi.fn();
  const Component = () => (
    <VariantsField
      label="Variants"
      value={{ options: [], items }}
      values={values}
      currency="GBP"
      isReadOnly
      onChange={onChange}
    />
  );
  const { user } = renderScreen([{ path: '/', Component }], '/');
  expect((await screen.findByLabelText('SKU')).matches(':disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'More of LB-L' }));
  const dialog = await screen.findByRole('dialog', { name: 'LB-L' });
  const weight = within(dialog).getByLabelText('Weight in grams') as HTMLInputElement;
  expect([weight.value, weight.matches(':disabled')]).toEqual(['900', true]);
  await user.click(within(dialog).getByRole('button', { name: 'Add price' }));
  expect(onChange).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
});
