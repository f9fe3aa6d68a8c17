import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { order, service, show } from './testing.tsx';

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('the money of an order', () => {
  it('is marked as paid where the money comes by hand', async () => {
    const calls = service();
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    const question = await screen.findByRole('dialog');
    expect(within(question).getByText(/£44\.78/)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.path).toBe('/ecom/payments/y1/receipt'),
    );
  });

  it('can be marked as paid again once it was cancelled and reopened', async () => {
    const calls = service({}, { state: 'cancelled' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.path).toBe('/ecom/payments/y1/receipt'),
    );
  });

  it.each([
    ['cancelled', false],
    ['requires_action', true],
  ])(
    'waits for its payment again only where that can be paid: one that is %s, %s',
    async (state, isOffered) => {
      service(
        { state: 'cancelled', gateway: 'card', nextStates: ['awaiting_payment'] },
        { gateway: 'card', state },
      );
      const { user } = show('/cms-ecom/orders/0198');
      await user.click(await screen.findByRole('button', { name: 'More' }));
      await screen.findByRole('menuitem', { name: 'Print invoice' });
      const offered = screen.queryAllByRole('menuitem', { name: 'Back to awaiting payment' });
      expect(offered.length > 0).toBe(isOffered);
    },
  );

  it.each([
    ['cancelled', 'Reopen and send an invoice…', /is reopened.*zoe@example\.org gets an email/],
    ['awaiting_payment', 'Send an invoice instead…', /^zoe@example\.org gets an email/],
  ])('is paid by invoice where nobody paid it online: %s', async (state, label, question) => {
    const calls = service({ state, gateway: 'card' }, { gateway: 'card', state: 'cancelled' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(screen.queryByText(/cannot pay it online any more/) !== null).toBe(state === 'cancelled');
    await user.click(await screen.findByRole('menuitem', { name: label }));
    const dialog = await screen.findByRole('dialog', { name: 'Send an invoice' });
    within(dialog).getByText(question);
    const posts = () => calls.filter(({ method }) => method === 'POST');
    expect(posts()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Send invoice' }));
    await screen.findByText('The invoice for 7KD-2MX-RB4 was sent.');
    expect(posts().map(({ path, body }) => [path, body])).toEqual([
      ['/ecom/payments', { orderId: '0198', gateway: 'invoice' }],
    ]);
  });

  it.each([
    ['cancelled', 'invoice', 0],
    ['paid', 'card', 4478],
  ])('is not billed where it is %s by %s', async (state, gateway, paidAmount) => {
    service({ state, gateway, paidAmount }, { gateway, state: 'cancelled' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Print invoice' });
    expect(screen.queryByRole('menuitem', { name: /invoice…|invoice instead/ })).toBeNull();
  });

  it('is refunded row by row, once however often it is pressed', async () => {
    const calls = service(
      { state: 'paid', paymentState: 'paid', paidAmount: 4478, gateway: 'card' },
      { state: 'captured', gateway: 'card' },
    );
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund 7KD-2MX-RB4' });
    const count = within(dialog).getByLabelText('Log basket: Large: how many are refunded');
    await user.type(count, '9');
    await user.click(within(dialog).getByRole('button', { name: /^Refund £/ }));
    expect(within(dialog).getByText(/This has to be between 0 and [1-8]\./)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.clear(count);
    await user.type(count, '1');
    expect((within(dialog).getByLabelText('Amount') as HTMLInputElement).value).toBe('19.99');
    expect(within(dialog).queryByText(/It moves no money/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Refund £19.99' }));
    await screen.findByText('The refund was started. The order shows it once it is done.');
    const [post] = calls.filter(({ method }) => method === 'POST');
    expect(post?.path).toBe('/ecom/payments/y1/refunds');
    expect(post?.body).toEqual({
      amount: 1999,
      reason: '',
      rows: [{ rowId: 'r1', quantity: 1, givesBackStock: true }],
      seenAmount: 0,
    });
    expect(post?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('gives nothing back into the stock with an amount alone, and does not say so', async () => {
    const calls = service({ state: 'paid', paymentState: 'paid', paidAmount: 4478 }, { state: 'captured' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund 7KD-2MX-RB4' });
    const inStock = within(dialog).getByLabelText<HTMLInputElement>(/^Return the items to stock/);
    expect([inStock.disabled, inStock.checked]).toEqual([true, false]);
    const count = within(dialog).getByLabelText('Log basket: Large: how many are refunded');
    await user.type(count, '1');
    expect([inStock.disabled, inStock.checked]).toEqual([false, true]);
    await user.clear(count);
    expect([inStock.disabled, inStock.checked]).toEqual([true, false]);
    await user.clear(within(dialog).getByLabelText('Amount'));
    await user.type(within(dialog).getByLabelText('Amount'), '5');
    // It was paid by invoice: nobody else sends the money.
    expect(within(dialog).getByText(/It moves no money/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Record refund of £5.00' }));
    await screen.findByText('The refund was recorded.');
    const [post] = calls.filter(({ method }) => method === 'POST');
    expect(post?.body).toEqual({ amount: 500, reason: '', rows: [], seenAmount: 0 });
  });

  it('says that its payments could not be loaded, without which it is neither marked as paid nor refunded', async () => {
    let isAway = true;
    const due = {
      id: 'y1',
      orderId: '0198',
      gateway: 'invoice',
      state: 'pending',
      amount: 4478,
      currency: 'GBP',
    };
    answerCalls(({ path }) => {
      if (path === '/cms/site') return { body: { hasEcom: true } };
      if (path === '/ecom/payments' && isAway)
        return { status: 503, body: { title: 'Service Unavailable', errors: [] } };
      if (path === '/ecom/payments') return { body: { results: [due], total: 1, start: 0, limit: 100 } };
      return { body: path.startsWith('/ecom/orders') ? order : [] };
    });
    const { user } = show('/cms-ecom/orders/0198');
    await screen.findByText(/^The order’s payments could not be loaded\./);
    expect(screen.queryByRole('button', { name: 'Mark as paid' })).toBeNull();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Mark as paid' });
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('tells of a refund that failed in its history', async () => {
    const at = '2026-01-02T10:00:00Z';
    const nobody = { actorId: null, actorName: null };
    const failed = { id: 'e9', kind: 'refund_failed', details: { amount: 500 }, ...nobody, at };
    service({ events: [failed] });
    show('/cms-ecom/orders/0198');
    await screen.findByText(
      'The refund of £5.00 failed at the provider: the buyer has not received the money.',
    );
  });
});
