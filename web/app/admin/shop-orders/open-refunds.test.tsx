import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { order, service, show } from './testing.tsx';

const PAID = { state: 'paid', paymentState: 'paid', paidAmount: 4478, gateway: 'card' };
const CAPTURED = { state: 'captured', gateway: 'card' };
const PENDING = { id: 'f1', state: 'pending', amount: 1000, currency: 'GBP' };
const FAILED = { id: 'f2', state: 'failed', amount: 500, currency: 'GBP' };

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

it('are told at their order, and only the rest can go back', async () => {
  const closed = { ...FAILED, id: 'f3', state: 'closed', amount: 700 };
  // Of money that the order never took: as much of its own is left beside it.
  const automatic = { ...PENDING, id: 'f4', kind: 'automatic', amount: 300 };
  service(PAID, CAPTURED, [PENDING, FAILED, closed, automatic]);
  const { user } = show('/cms-ecom/orders/0198');
  await screen.findByText('A refund of £10.00 is on its way.');
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Refund 7KD-2MX-RB4' });
  await within(dialog).findByText('A refund of £10.00 is on its way.');
  const failed = within(dialog).getByText(/A refund of £5\.00 failed\./);
  expect(failed.textContent).toBe('A refund of £5.00 failed. Retry or close it under Payments.');
  const link = within(failed).getByRole('link', { name: 'Payments' });
  expect(link.getAttribute('href')).toBe('/cms-ecom/payments');
  expect(within(dialog).queryByText(/£7\.00/)).toBeNull();
  within(dialog).getByText(/At most £34\.78/);
});

it('are read again while one is on its way, and their order once it is done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const refunds = [{ ...PENDING }];
  const calls = service(PAID, CAPTURED, refunds);
  show('/cms-ecom/orders/0198');
  await screen.findByText('A refund of £10.00 is on its way.');
  const orders = () => calls.filter(({ path }) => path === '/ecom/orders/0198').length;
  const before = orders();
  refunds.splice(0, 1, { ...PENDING, state: 'done' });
  await vi.advanceTimersByTimeAsync(5_100);
  await waitFor(() => expect(screen.queryByText('A refund of £10.00 is on its way.')).toBeNull());
  await waitFor(() => expect(orders()).toBe(before + 1));
  const read = calls.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toHaveLength(read);
});

it('are told to be retried to those alone who may', async () => {
  storeClaims(claimsWith('ecom:read'));
  service(PAID, CAPTURED, [FAILED]);
  show('/cms-ecom/orders/0198');
  await screen.findByText('A refund of £5.00 failed.');
});

it('can be read again where they could not be', async () => {
  let isAway = true;
  answerCalls(({ path }) => {
    if (path === '/cms/site') return { body: { hasEcom: true } };
    if (path === '/ecom/payments/y1/refunds')
      return isAway
        ? { status: 503, body: { title: 'Service Unavailable', errors: [] } }
        : { body: [PENDING] };
    if (path === '/ecom/payments') {
      const payment = { id: 'y1', orderId: '0198', amount: 4478, currency: 'GBP', ...CAPTURED };
      return { body: { results: [payment], total: 1, start: 0, limit: 100 } };
    }
    return { body: path.startsWith('/ecom/orders') ? { ...order, ...PAID } : [] };
  });
  const { user } = show('/cms-ecom/orders/0198');
  await screen.findByText('The refunds of this payment could not be loaded.');
  const again = screen.getByRole('button', { name: 'Try again' });
  isAway = false;
  await user.click(again);
  await screen.findByText('A refund of £10.00 is on its way.');
  expect(screen.queryByRole('button', { name: /could not be loaded/ })).toBeNull();
});

it('are read before money goes back, so that what no answer came to is asked for under one key', async () => {
  let isRead = false;
  const calls = answerCalls(({ path, method }) => {
    if (path === '/cms/site') return { body: { hasEcom: true } };
    const isAway = method === 'POST' || !isRead;
    if (path === '/ecom/payments/y1/refunds')
      return isAway
        ? { status: 503, body: { title: 'Service Unavailable', errors: [] } }
        : { body: [FAILED] };
    if (path === '/ecom/payments') {
      const payment = { id: 'y1', orderId: '0198', amount: 4478, currency: 'GBP', ...CAPTURED };
      return { body: { results: [payment], total: 1, start: 0, limit: 100 } };
    }
    return { body: path.startsWith('/ecom/orders') ? { ...order, ...PAID } : [] };
  });
  const posts = () => calls.filter(({ method }) => method === 'POST');
  const { user } = show('/cms-ecom/orders/0198');
  const refundTen = async (before: () => void = () => {}) => {
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund 7KD-2MX-RB4' });
    await user.type(within(dialog).getByLabelText('Amount'), '10');
    const sent = posts().length;
    before();
    await user.click(within(dialog).getByRole('button', { name: 'Refund £10.00' }));
    await waitFor(() => expect(posts()).toHaveLength(sent + 1));
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await screen.findByText('The refunds of this payment could not be loaded.');
  await refundTen(() => {
    isRead = true;
  });
  await screen.findByText(/A refund of £5\.00 failed\./);
  await refundTen();
  const [lost, again] = posts().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(lost).toBeTruthy();
  expect(again).toBe(lost);
});
