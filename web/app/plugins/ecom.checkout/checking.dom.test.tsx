/** A page that does not know whether its buyer has paid: it asks by itself, and that ends nothing. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import { saveInTab } from '../shop/tab-storage.ts';
import {
  agree,
  answering,
  atThePayment,
  draw,
  leave,
  onBack,
  onPaid,
  ready,
  shop,
  taken,
} from './testing.tsx';

atThePayment();
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  saveInTab('taken', taken);
});

const RETURN = '/ecom/payments/p/return {"key":"k"}';
const CANCEL = '/ecom/payments/p/cancel {"key":"k"}';

/** The buyer has agreed and turned back, and nobody knew what came of it; then these are the answers. */
async function unsure(...answers: (Partial<PaymentForBrowser> | undefined)[]): Promise<void> {
  answering(undefined, undefined, ...answers);
  draw(ready);
  await agree();
  await leave();
  await screen.findByText(/We are finding out whether you paid/);
  expect(shop.asked).toEqual([RETURN, CANCEL]);
}
const aHalfMinute = () => act(() => vi.advanceTimersByTimeAsync(30_000));
const press = () => userEvent.click(screen.getByRole('button', { name: 'Check now' }));

it('asks every half minute, and says so', async () => {
  await unsure(undefined, { state: 'captured' });
  screen.getByText('We check every half minute.');
  await aHalfMinute();
  expect(shop.asked).toEqual([RETURN, CANCEL, RETURN]);
  expect(onPaid).not.toHaveBeenCalled();
  await aHalfMinute();
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(shop.asked).toEqual([RETURN, CANCEL, RETURN, RETURN]);
  expect(onBack).not.toHaveBeenCalled();
});

it('says while it asks that it does, beside what is read out', async () => {
  await unsure();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await aHalfMinute();
  expect(screen.getByText('Checking…').closest('[role="alert"]')).toBeNull();
});

it('asks no more once it is known', async () => {
  await unsure({ isOnItsWay: true });
  await aHalfMinute();
  await screen.findByText(/Your payment is on its way/);
  await aHalfMinute();
  expect(shop.asked).toEqual([RETURN, CANCEL, RETURN]);
});

it('keeps an order that turns out unpaid, to be paid', async () => {
  await unsure(ready);
  await press();
  await waitFor(() => expect(document.querySelector('.pw-till-provider')).not.toBeNull());
  screen.getByRole('heading', { name: 'Pay £1.00' });
  screen.getByRole('button', { name: 'Back to the basket' });
  expect(shop.asked).toEqual([RETURN, CANCEL, RETURN]);
  expect([...onBack.mock.calls, ...onPaid.mock.calls]).toEqual([]);
});

it.each([
  ['cancelled', { state: 'cancelled' } as const, /was not paid and has been cancelled/],
  ['given back', { state: 'captured', isSentBack: true } as const, /You are refunded automatically/],
  ['declined', { state: 'failed', isDeclined: true } as const, /^PayPal declined the payment/],
])('says what was %s', async (_, told, words) => {
  await unsure(told);
  await press();
  await screen.findByText(words);
  screen.getByRole('button', { name: 'Back to the basket' });
});

it.each([
  ['cancelled', onBack],
  ['paid', onPaid],
])('goes by the receipt where the provider stays away: %s', async (state, called) => {
  await unsure();
  shop.receipt = { state, gateway: 'button' };
  await aHalfMinute();
  await waitFor(() => expect(called).toHaveBeenCalledOnce());
});
