import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PluginView } from '../contract.ts';
import { awake } from './awake.tsx';
import { drawMember } from './testing.tsx';

it('says what could not be loaded, beside all else, and tries again', async () => {
  const load = vi.fn<() => Promise<{ default: () => string }>>();
  load.mockRejectedValueOnce(new TypeError('no connection')).mockResolvedValue({ default: () => 'Pay now' });
  const Pay = awake(load);
  const View: PluginView = () => (
    <>
      <h2>Checkout</h2>
      <Pay />
    </>
  );
  const { user } = drawMember(View, {});
  expect(await screen.findByText('This part could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Checkout' })).toBeTruthy();
  screen.getByRole('button', { name: 'Try again' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/Pay now/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
