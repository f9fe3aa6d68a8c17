import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveInTab } from '../shop/tab-storage.ts';
import { readTaken } from './taken.ts';
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
  taken,
} from './testing.tsx';

atThePayment();

const unsure = () => screen.findByText(/We are finding out whether you paid/);
const nobodyLeft = () => expect([...onBack.mock.calls, ...onPaid.mock.calls]).toEqual([]);

describe('a buyer who turns back after they agreed to pay, and nobody knows what came of it', () => {
  beforeEach(() => saveInTab('taken', taken));

  it('is told so, with the order and its receipt, and gets nothing back into the basket', async () => {
    answering(undefined, undefined);
    draw(ready);
    await agree();
    expect(screen.getByRole('alert').textContent).toMatch(/You have not been charged twice/);
    await leave();
    const link = within(await unsure()).getByRole('link', { name: 'A1' });
    expect(link.getAttribute('href')).toBe(`${taken.receiptPath}?language=en`);
    expect(document.querySelector('.pw-till-provider')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Check now' }));
    nobodyLeft();
  });

  it('is kept over a late answer to a question from before they agreed', async () => {
    answering(undefined, undefined);
    const later = globalThis.fetch;
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', vi.fn(later).mockReturnValueOnce(promise));
    draw(ready);
    await waitFor(() => expect(shop.approve).toBeDefined());
    await act(async () => {
      const first = shop.approve?.();
      await shop.approve?.();
      resolve(Response.json(ready));
      await first;
    });
    await leave();
    await unsure();
    nobodyLeft();
  });

  it('asks once, however often it is pressed meanwhile', async () => {
    let answer = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const fetch = vi.fn(() => answered);
    vi.stubGlobal('fetch', fetch);
    draw(ready);
    await leave();
    await leave();
    expect(fetch).toHaveBeenCalledOnce();
    answer(Response.json(payment({ state: 'cancelled' })));
    await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  });

  it.each([
    ['how it was before', { ...button, isUnheard: true }],
    ['that another was declined before', { ...button, state: 'failed', isUnheard: true } as const],
  ])('is kept where the shop can tell only %s', async (_, told) => {
    answering(undefined, told);
    draw(ready);
    await agree();
    await leave();
    await unsure();
    nobodyLeft();
  });

  it.each([
    ['cancelled', 'cancelled', onBack],
    ['paid', 'paid', onPaid],
  ])('goes on where the receipt says that the order is %s', async (_, state, called) => {
    shop.receipt = { state, gateway: 'button' };
    answering(undefined, undefined);
    draw(ready);
    await agree();
    await leave();
    await waitFor(() => expect(called).toHaveBeenCalledOnce());
  });

  it('is kept also where not even the receipt can be read', async () => {
    shop.receipt = undefined;
    answering(undefined, undefined);
    draw(ready);
    await agree();
    await leave();
    await unsure();
    nobodyLeft();
  });

  it('is kept after a reload, too', async () => {
    answering(undefined);
    draw(ready);
    await agree();
    cleanup();
    answering(undefined, undefined);
    draw(undefined, readTaken());
    await screen.findByRole('button', { name: 'Try again' });
    await leave();
    await unsure();
    nobodyLeft();
  });

  it('is kept also where that was all that could be told at once', async () => {
    answering({ ...button, isUnheard: true }, undefined);
    draw(ready);
    await agree();
    expect(screen.getByRole('alert').textContent).toMatch(/cannot continue at the moment/);
    await leave();
    await unsure();
    nobodyLeft();
  });

  it('is kept no longer once the provider says that it was declined', async () => {
    answering({ state: 'failed', ...button }, undefined);
    draw(ready);
    await agree();
    expect(readTaken()?.isAgreed).toBe(false);
    await leave();
    await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  });

  it('is not kept where the answer to that is that it was declined', async () => {
    answering(undefined, { state: 'failed', ...button });
    draw(ready);
    await agree();
    await leave();
    await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  });
});

describe('a card', () => {
  const open = { publishableKey: 'pk', clientSecret: 'secret' };
  const confirm = vi.fn<() => Promise<{ error?: { message: string; type: string } }>>();

  beforeEach(() => {
    saveInTab('taken', taken);
    const element = { mount: () => {}, on: () => {}, destroy: () => {} };
    vi.stubGlobal('Stripe', () => ({
      elements: () => ({ create: () => element }),
      confirmPayment: confirm,
    }));
  });

  async function pay(): Promise<void> {
    draw(payment(open));
    const button = screen.getByRole('button', { name: 'Pay £1.00' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    await userEvent.click(button);
  }

  it.each([
    ['whose answer is still to come', () => new Promise<never>(() => {})],
    ['that may have been charged', async () => ({ error: { message: 'No.', type: 'api_error' } })],
    ['that may have been sent', () => Promise.reject(new Error('connection'))],
    ['that the bank has let through', async () => ({})],
  ])('%s fills no basket while nobody knows', async (_, answer) => {
    confirm.mockImplementation(answer);
    answering();
    await pay();
    await leave();
    await unsure();
    nobodyLeft();
  });

  it.each(['card_error', 'validation_error'])('that was not charged keeps nobody: %s', async (type) => {
    confirm.mockResolvedValue({ error: { message: 'No.', type } });
    answering();
    await pay();
    await screen.findByText('No.');
    await leave();
    await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  });

  it('of which Stripe says that nothing was charged keeps nobody', async () => {
    confirm.mockRejectedValue(new Error('connection'));
    answering({ ...open, state: 'pending' });
    await pay();
    await waitFor(() => expect(readTaken()?.isAgreed).toBe(false));
    await leave();
    await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  });
});

describe('money that is on its way', () => {
  it('is told in place of the button, and leads to the order', async () => {
    answering({ isOnItsWay: true });
    draw(ready);
    await agree();
    expect((await screen.findByRole('alert')).textContent).toMatch(/on its way.*once your order A1 is paid/);
    expect(document.querySelector('.pw-till-provider')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the order' }));
    expect(onPaid).toHaveBeenCalledOnce();
    expect(shop.asked).toEqual(['/ecom/payments/p/return {"key":"k"}']);
  });

  it('is told to whoever turns back, and fills no basket', async () => {
    answering({ isOnItsWay: true });
    draw(ready);
    await leave();
    await screen.findByText(/on its way/);
    nobodyLeft();
  });

  it('is no failure, though a card was declined before', async () => {
    answering({ state: 'failed', isOnItsWay: true });
    draw();
    await screen.findByText(/on its way/);
    expect(screen.queryByText(/The payment failed/)).toBeNull();
  });
});
