import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import {
  agree,
  answering,
  atThePayment,
  button,
  draw,
  leave,
  onBack,
  onPaid,
  payment,
  ready,
  shop,
} from './testing.tsx';

atThePayment();

it('ends the order of whoever turns back, before they are back at the basket', async () => {
  answering({ state: 'cancelled' });
  draw(ready);
  await leave();
  await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  expect(shop.asked).toEqual(['/ecom/payments/p/cancel {"key":"k"}']);
  expect(onPaid).not.toHaveBeenCalled();
});

it('has the keyboard where the form was that led here, and leaves it after a reload', () => {
  answering();
  draw(ready);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pay £1.00' }));
  cleanup();
  draw();
  expect(document.activeElement).toBe(document.body);
});

it('gives thanks to whoever turns back and has paid', async () => {
  answering({ state: 'captured' });
  draw(ready);
  await leave();
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(onBack).not.toHaveBeenCalled();
});

it.each([
  ['still being asked', undefined],
  ['to give the money back', { state: 'captured', isSentBack: true } as const],
])('keeps nobody while the provider is %s', async (_, answer) => {
  answering(answer);
  draw(ready);
  await leave();
  await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  expect(onPaid).not.toHaveBeenCalled();
});

/** Each answer breaks off before its end. */
const breakingOff = () =>
  vi.stubGlobal(
    'fetch',
    async () => new Response('{"sta', { headers: { 'Content-Type': 'application/json' } }),
  );

it('can be asked again after an answer that broke off', async () => {
  breakingOff();
  draw();
  const again = await screen.findByRole('button', { name: 'Try again' });
  answering({ state: 'captured' });
  await userEvent.click(again);
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
});

it('keeps nobody whose answers break off', async () => {
  breakingOff();
  draw(ready);
  await leave();
  await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
});

it('says that money goes back which came after the order had been cancelled', async () => {
  answering({ state: 'captured', isSentBack: true });
  draw();
  expect((await screen.findByRole('alert')).textContent).toMatch(/You are refunded automatically/);
  expect(screen.queryByText(/is reserved for you/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(onPaid).not.toHaveBeenCalled();
});

it('says only that the order was cancelled once its time is over', async () => {
  answering({ state: 'cancelled' });
  draw();
  expect(screen.getByText(/is reserved for you/)).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toMatch(/was not paid and has been cancelled/);
  expect(screen.queryByText(/is reserved for you/)).toBeNull();
});

it.each([
  ['the payment is over', { state: 'cancelled', isBilled: true } as const],
  ['it was paid by that one', { state: 'captured', isSentBack: true, isBilled: true } as const],
])('puts nothing back into the basket of an order that the shop has billed: %s', async (_, answer) => {
  answering(answer);
  draw(ready);
  await leave();
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(onBack).not.toHaveBeenCalled();
});

it.each([
  ['billed', { state: 'awaiting_payment', gateway: 'invoice' }],
  ['paid', { state: 'paid', gateway: 'button' }],
])('puts nothing back of an order that is %s while its provider is out of reach', async (_, told) => {
  shop.receipt = told;
  answering(undefined);
  draw(ready);
  await leave();
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(onBack).not.toHaveBeenCalled();
});

it.each([
  ['billed', { state: 'awaiting_payment', gateway: 'invoice' }, 'kept'],
  ['cancelled', { state: 'cancelled', gateway: 'invoice' }, 'put back'],
  ['still to be paid', { state: 'awaiting_payment', gateway: 'button' }, 'put back'],
])('asks for the receipt where the end is refused: what is %s', async (_, told, becomes) => {
  shop.receipt = told;
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    url.includes('/ecom/receipts/') ? Response.json(shop.receipt) : Response.json({}, { status: 503 }),
  );
  draw(ready);
  await leave();
  await waitFor(() => expect(becomes === 'kept' ? onPaid : onBack).toHaveBeenCalledOnce());
  expect(becomes === 'kept' ? onBack : onPaid).not.toHaveBeenCalled();
});

it.each([true, false])(
  'goes by what it last knew where nothing can be asked: billed %s',
  async (isBilled) => {
    shop.receipt = undefined;
    answering(undefined);
    draw(payment({ ...button, isBilled }));
    await leave();
    await waitFor(() => expect(isBilled ? onPaid : onBack).toHaveBeenCalledOnce());
    expect(isBilled ? onBack : onPaid).not.toHaveBeenCalled();
  },
);

it('says nothing of an end to the order that the shop has billed after its time', async () => {
  answering({ state: 'cancelled', isBilled: true });
  draw();
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('still takes the card of a billed order, until its buyer turns back', async () => {
  answering({ ...button, isBilled: true });
  draw();
  await waitFor(() => expect(shop.approve).toBeDefined());
  expect(onPaid).not.toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that money goes back which came after that of the invoice', async () => {
  answering({ state: 'captured', isSentBack: true, isBilled: true });
  draw();
  expect((await screen.findByRole('alert')).textContent).toMatch(/has already been paid\. This payment/);
});

it('is paid once, though two questions are on their way', async () => {
  answering({ state: 'captured' }, { state: 'captured' });
  draw(ready);
  await waitFor(() => expect(shop.approve).toBeDefined());
  await act(() => Promise.all([shop.approve?.(), shop.approve?.()]));
  expect(shop.asked).toHaveLength(2);
  expect(onPaid).toHaveBeenCalledOnce();
});

it('takes the button away while nobody knows what came of what was approved', async () => {
  answering(undefined, { ...button });
  draw(ready);
  await agree();
  await screen.findByRole('button', { name: 'Try again' });
  expect(document.querySelector('.pw-till-provider')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.querySelector('.pw-till-provider')).not.toBeNull());
  expect(shop.asked).toEqual(Array(2).fill('/ecom/payments/p/return {"key":"k"}'));
});

it('says that PayPal declined it for good, and leads to the basket alone', async () => {
  answering({ state: 'failed', isDeclined: true }, { state: 'cancelled' });
  draw();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^PayPal declined the payment/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the basket' }));
  await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
});

it('says to whoever closes PayPal’s window that nothing was paid, until they agree after all', async () => {
  answering({ ...button });
  draw(ready);
  const line = screen.getByRole('status');
  expect(line.textContent).toMatch(/^Your order A1 is reserved for you\./);
  await waitFor(() => expect(shop.close).toBeDefined());
  act(() => shop.close?.());
  // In the same place: a screen reader reads out what changes there, and nothing below moves.
  expect(screen.getByRole('status')).toBe(line);
  expect(line.textContent).toMatch(/^You were not charged\. Your order A1 is still reserved for you/);
  expect(document.querySelector('.pw-till-provider')).not.toBeNull();
  expect(shop.asked).toEqual([]);
  await agree();
  expect(screen.queryByText(/You were not charged/)).toBeNull();
});
