import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { AskPrices } from './ask-prices.tsx';
import type { ProductRow } from './product-row.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for no amount before the currency is known, and says that it could not be read', async () => {
  let isAway = true;
  answerCalls(() =>
    isAway
      ? { status: 503, body: { title: 'Service Unavailable', errors: [] } }
      : { body: [{ key: 'currency', value: 'JPY' }] },
  );
  const rows = [{ id: 'g1', name: 'Log basket' }] as ProductRow[];
  const onAnswer = vi.fn();
  const Component = () => <AskPrices rows={rows} onAnswer={onAnswer} onCancel={vi.fn()} />;
  const { user } = renderScreen([{ path: '/', Component }], '/');
  await screen.findByText('The shop’s service does not answer at the moment');
  expect(screen.queryByRole('button', { name: 'Change prices' })).toBeNull();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.selectOptions(await screen.findByLabelText('Change'), 'Set to an amount');
  await user.type(screen.getByLabelText('Amount'), '500');
  await user.click(screen.getByRole('button', { name: 'Change prices' }));
  // Yen have no smaller unit.
  expect(onAnswer).toHaveBeenCalledWith({ price: { how: 'set', kind: 'standard', amount: 500 } });
});
