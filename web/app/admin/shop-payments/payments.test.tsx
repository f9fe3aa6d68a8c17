import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConfigEntry } from '../../api/config.ts';
import type { ListedRefundOut, PaymentOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const MOMENT = '2026-11-23T12:00:00Z';
const record = { version: 1, createdAt: MOMENT, updatedAt: MOMENT };

const entryOf = (key: string, value: unknown, isSecret = false): ConfigEntry => ({
  id: `id-${key}`,
  key,
  value: isSecret ? null : value,
  isSecret,
  isSet: value !== null,
  version: 1,
});

const payment: PaymentOut = {
  ...record,
  id: 'p1',
  orderId: 'o1',
  orderReference: 'K7QH-2M',
  gateway: 'card',
  state: 'failed',
  amount: 4_999,
  refundedAmount: 0,
  currency: 'GBP',
  providerId: 'pi_1',
  fault: 'insufficient_funds',
  faultDetail: 'Your card was declined.',
  askedAt: MOMENT,
  capturedAt: null,
};

const refund: ListedRefundOut = {
  ...record,
  id: 'r1',
  paymentId: 'p2',
  kind: 'asked',
  state: 'failed',
  amount: 1_000,
  currency: 'GBP',
  rows: [],
  reason: '',
  fault: 'balance_too_low',
  faultDetail: 'Your balance is too low.',
  doneAt: null,
  orderId: 'o2',
  orderReference: 'P3RT-9X',
  gateway: 'card',
};

let entries: ConfigEntry[];
let calls: Call[];
let refunds: ListedRefundOut[];
let missingOfPayPal: string[];
let missingOfStripe: string[];

const changesIn = (body: unknown) => (body as { entries: { id: string; value: unknown }[] }).entries;

/** What was said of the refund that was closed. */
const closed = () => calls.filter(({ path }) => path.endsWith('/close')).map(({ body }) => body);

const pageOf = (results: unknown[]) => ({ body: { results, total: results.length, start: 0, limit: 20 } });

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  refunds = [refund];
  missingOfPayPal = ['paypalClientId', 'paypalWebhookId'];
  missingOfStripe = [];
  entries = [
    entryOf('cardOn', true),
    entryOf('stripePublishableKey', ''),
    entryOf('stripeSecretKey', 'sealed', true),
    entryOf('invoiceOn', true),
    entryOf('invoiceInstructions', ''),
    entryOf('currency', 'GBP'),
  ];
  calls = answerCalls(({ method, path, body }) => {
    if (path === '/cms/site') return { body: { hasEcom: true, hasCRM: false } };
    if (path === '/ecom/payments/status')
      return {
        body: {
          gateways: [
            { key: 'card', isOn: true, isOffered: missingOfStripe.length === 0, missing: missingOfStripe },
            { key: 'button', isOn: true, isOffered: false, missing: missingOfPayPal },
            { key: 'invoice', isOn: true, isOffered: true, missing: [] },
            { key: 'collection', isOn: false, isOffered: false, missing: [] },
          ],
          stripeWebhookUrl: 'https://shop.example/ecom/webhooks/stripe',
          paypalWebhookUrl: 'https://shop.example/ecom/webhooks/paypal',
          failedPayments: 1,
          failedRefunds: 1,
          waitingRefunds: 0,
        },
      };
    if (path === '/ecom/payments/tests') return { status: 204 };
    if (path === '/ecom/refunds/r1/retry') {
      refunds = [{ ...refund, state: 'pending', fault: '', faultDetail: '' }];
      return { body: refunds[0] };
    }
    if (path === '/ecom/refunds/r1/close') {
      refunds = [];
      return { body: { ...refund, state: 'closed' } };
    }
    if (path === '/ecom/refunds') return pageOf(refunds);
    if (path === '/ecom/payments/p1/check') return { body: { id: 'p1', state: 'captured', fault: '' } };
    if (path === '/ecom/payments') return pageOf([payment]);
    if (method !== 'PUT') return { body: entries };
    const found = changesIn(body).map(({ id, value }) => {
      const entry = entries.find((each) => each.id === id) as ConfigEntry;
      return Object.assign(entry, {
        value: entry.isSecret ? null : value,
        isSet: value !== null,
        version: 2,
      });
    });
    return { body: found };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const show = () => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-ecom/*', Component }], '/cms-ecom/payments');
};
const written = () =>
  calls
    .filter(({ method }) => method === 'PUT')
    .flatMap(({ body }) => changesIn(body).map(({ id, value }) => [id.replace('id-', ''), value]));

describe('payments', () => {
  it('says which ways to pay are offered, and what the others lack', async () => {
    show();
    const list = await screen.findByRole('list', { name: 'Ways to pay' });
    const said = within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(said).toEqual([
      expect.stringContaining('Offered'),
      expect.stringContaining('Missing: Client ID and ID of the webhook'),
      expect.stringContaining('Offered'),
      expect.stringContaining('Off'),
    ]);
    await screen.findByLabelText('Publishable key');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says so where cards cannot be charged in the shop’s currency, whatever is set', async () => {
    missingOfStripe = ['stripeSecretKey', 'currency'];
    show();
    await screen.findByText('Stripe cannot charge all amounts in the shop’s currency.');
  });

  it('saves what was changed of its own settings', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Publishable key'), 'pk_test_1');
    await user.type(screen.getByLabelText('Secret key'), 'sk_test_2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(written()).toEqual([
        ['stripePublishableKey', 'pk_test_1'],
        ['stripeSecretKey', 'sk_test_2'],
      ]),
    );
  });

  it('keeps what was typed when the session ends', async () => {
    const { user, queryClient } = show();
    await user.type(await screen.findByLabelText('Instructions'), 'By bank transfer.');
    act(clearClaims);
    await act(() => queryClient.invalidateQueries());
    expect(screen.getByLabelText<HTMLTextAreaElement>('Instructions').value).toMatch(/By bank transfer\.$/);
  });

  it('empties a secret that was saved, and says that it is set', async () => {
    entries = entries.map((entry) => (entry.key === 'stripeSecretKey' ? { ...entry, isSet: false } : entry));
    const { user } = show();
    await user.type(await screen.findByLabelText('Publishable key'), 'pk_test_1');
    const secret = screen.getByLabelText<HTMLInputElement>('Secret key');
    expect(secret.placeholder).toBe('');
    await user.type(secret, 'sk_test_2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The settings were saved.');
    expect([secret.value, secret.placeholder]).toEqual(['', 'Set']);
    expect(screen.getByLabelText<HTMLInputElement>('Publishable key').value).toBe('pk_test_1');
  });

  it('shows keys to administrators alone', async () => {
    storeClaims(claimsWith('ecom:write'));
    show();
    await screen.findByLabelText('Instructions');
    expect(screen.queryByLabelText('Publishable key')).toBeNull();
    expect(screen.queryByLabelText('Secret key')).toBeNull();
  });

  it('only shows what is there to who may only read', async () => {
    storeClaims(claimsWith('ecom:read'));
    show();
    await screen.findByText(/Your balance is too low/);
    expect(screen.queryByRole('button', { name: /Retry|Ask|Save|Test/ })).toBeNull();
  });

  it.each([
    ['ecom:write', 'PayPal’s currency is not the shop’s: set the same one.'],
    ['ecom:read', 'PayPal’s currency is not the shop’s.'],
  ])('tells those alone to set the currency who may: %s', async (scope, words) => {
    storeClaims(claimsWith(scope));
    missingOfPayPal = ['paypalCurrency'];
    show();
    await screen.findByText(words);
  });

  it('leads to the orders', async () => {
    show();
    for (const { orderReference, orderId } of [payment, refund]) {
      const link = await screen.findByRole('link', { name: orderReference });
      expect(link.getAttribute('href')).toBe(`/cms-ecom/orders/${orderId}`);
    }
  });

  it('says whose money is missing', async () => {
    refunds = [{ ...refund, fault: 'insufficient_funds' }];
    show();
    await screen.findByText(/balance at the provider is too low/);
    await screen.findByText(/Not enough money in the account/);
  });

  it('tests keys before webhooks are set up, and not without keys', async () => {
    missingOfPayPal = ['paypalWebhookId'];
    const { unmount } = show();
    await screen.findByRole('button', { name: 'Test the keys of PayPal' });
    unmount();
    missingOfPayPal = ['paypalClientSecret', 'paypalWebhookId'];
    show();
    await screen.findByRole('button', { name: 'Test the keys of Stripe' });
    expect(screen.queryByRole('button', { name: 'Test the keys of PayPal' })).toBeNull();
  });

  it('has a failed refund tried again', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Retry the refund of P3RT-9X' }));
    await screen.findByText('On its way');
  });

  it('closes a failed refund once that is confirmed', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Close the refund of P3RT-9X' }));
    expect(screen.queryByText('No failed or pending refunds.')).toBeNull();
    const dialog = await screen.findByRole('dialog', { name: 'Close the refund' });
    await user.click(within(dialog).getByRole('button', { name: 'Close the refund' }));
    await screen.findByText('No failed or pending refunds.');
    expect(closed()).toEqual([{ isSentByHand: false }]);
  });

  it('marks a failed refund as refunded once that is confirmed', async () => {
    const { user } = show();
    const name = 'Mark as refunded: P3RT-9X';
    await user.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as refunded' });
    within(dialog).getByText(/£10\.00 for P3RT-9X.*the customer is emailed/);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(closed()).toEqual([]);
    await user.click(screen.getByRole('button', { name }));
    const again = await screen.findByRole('dialog', { name: 'Mark as refunded' });
    await user.click(within(again).getByRole('button', { name: 'Mark as refunded' }));
    await screen.findByText('No failed or pending refunds.');
    expect(closed()).toEqual([{ isSentByHand: true }]);
  });

  it('marks nothing as refunded of money that no order has taken', async () => {
    refunds = [{ ...refund, kind: 'automatic' }];
    show();
    await screen.findByRole('button', { name: 'Close the refund of P3RT-9X' });
    expect(screen.queryByRole('button', { name: /Mark as refunded/ })).toBeNull();
  });

  it('has who may only read settle no refund', async () => {
    storeClaims(claimsWith('ecom:read'));
    show();
    await screen.findByText(/Your balance is too low/);
    expect(screen.queryByRole('button', { name: /Close|Mark as refunded/ })).toBeNull();
  });

  it('asks the provider about a payment, and for its keys', async () => {
    const { user } = show();
    await screen.findByText(/Not enough money/);
    await user.click(screen.getByRole('button', { name: 'Check the status of K7QH-2M' }));
    await waitFor(() =>
      expect(JSON.stringify(useToasts.getState().toasts)).toContain('The payment has arrived.'),
    );
    await user.click(screen.getByRole('button', { name: 'Test the keys of Stripe' }));
    await waitFor(() => {
      const posted = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
      expect(posted).toEqual([
        ['/ecom/payments/p1/check', undefined],
        ['/ecom/payments/tests', { provider: 'stripe' }],
      ]);
    });
  });
});
