import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';

const listed = {
  id: '0198',
  version: 3,
  createdAt: '2026-01-02T10:00:00Z',
  updatedAt: '2026-01-02T10:00:00Z',
  reference: '7KD-2MX-RB4',
  state: 'awaiting_payment',
  paymentState: 'awaiting',
  gateway: 'invoice',
  currency: 'GBP',
  contactName: 'Zoë Ångström',
  email: 'zoe@example.org',
  billingName: 'Zoë Ångström',
  deliveryName: 'Zoë Ångström',
  deliveryTown: 'Norwich',
  deliveryCountryCode: 'GB',
  itemCount: 2,
  totalInclTax: 4478,
  paidAmount: 0,
  refundedAmount: 0,
  expiresAt: null,
};

const row = {
  id: 'r1',
  productGroup: { name: 'Log basket' },
  product: { id: 'p1', name: 'Large', sku: 'LB-L' },
  name: 'Log basket: Large',
  options: {},
  quantity: 2,
  unitPrice: 1666,
  unitPriceInclTax: 1999,
  totalExclTax: 3332,
  tax: 666,
  totalInclTax: 3998,
  taxPercent: '20',
  needsDelivery: true,
  refundedQuantity: 0,
  returnedQuantity: 0,
};

const lines = (which: string) =>
  Object.fromEntries(
    Object.entries({
      Name: 'Zoë Ångström',
      Address1: '12 Mill Lane',
      Address2: '',
      Address3: '',
      Address4: '',
      Town: 'Norwich',
      County: '',
      Postcode: 'NR1 3JU',
      CountryCode: 'GB',
    }).map(([line, text]) => [`${which}${line}`, text]),
  );

const order = {
  ...listed,
  ...lines('billing'),
  ...lines('delivery'),
  phone: '',
  customerNote: 'Ring twice',
  tracking: '',
  needsDelivery: true,
  isCollected: false,
  pricesIncludeTax: true,
  rows: [row],
  deliveryExclTax: 400,
  deliveryTax: 80,
  deliveryInclTax: 480,
  taxes: [{ percent: '20', totalExclTax: 3732, tax: 746 }],
  totalExclTax: 3732,
  tax: 746,
  paidAt: null,
  sentAt: null,
  userId: null,
  notes: '',
  hasStock: true,
  nextStates: ['preparing', 'sent', 'cancelled'],
  receiptPath: '/ecom/receipts/x/page',
  events: [{ id: 'e1', kind: 'placed', details: {}, actorId: null, at: '2026-01-02T10:00:00Z' }],
};

const payment = {
  id: 'y1',
  orderId: '0198',
  gateway: 'invoice',
  state: 'pending',
  amount: 4478,
  currency: 'GBP',
};

const show = (at: string) =>
  renderScreen(
    [
      {
        path: '/cms-ecom/*',
        Component: () => (
          <main>
            <AdminScreen />
          </main>
        ),
      },
    ],
    at,
  );

/** The shop with one order and one payment, as they are after each call that changes them. */
const service = (present: Record<string, unknown> = {}, paid: Record<string, unknown> = {}) => {
  let found = { ...order, ...present };
  return answerCalls(({ path, method, body }) => {
    if (method === 'PUT') {
      found = { ...found, ...(body as object), version: Number(found.version) + 1 };
      return { body: found };
    }
    if (method === 'POST') return { body: {} };
    if (path === '/cms/site') return { body: { hasEcom: true } };
    if (path === '/ecom/payments')
      return { body: { results: [{ ...payment, ...paid }], total: 1, start: 0, limit: 100 } };
    return path === '/ecom/orders/0198'
      ? { body: found }
      : { body: { results: [listed], total: 1, start: 0, limit: 10, sums: [] } };
  });
};

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('the list of orders', () => {
  it('is filtered by its address', async () => {
    const calls = service();
    show('/cms-ecom/orders?state=sent&since=2026-01-02');
    await screen.findByRole('link', { name: '7KD-2MX-RB4' });
    const asked = calls.find(({ path }) => path === '/ecom/orders')?.query;
    expect(asked?.get('state')).toBe('sent');
    expect(asked?.get('since')).toContain('2026-01-0');
    expect(screen.getByText('£44.78')).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe('an order', () => {
  it('shows what was bought, where it goes and what happened', async () => {
    service();
    show('/cms-ecom/orders/0198');
    await screen.findByText('Log basket: Large');
    expect(screen.getByText(/Ring twice/)).toBeTruthy();
    expect(screen.getByText('The order was placed.')).toBeTruthy();
    expect(screen.getByText('VAT 20 %')).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is marked as sent with a tracking number, and taken back', async () => {
    const calls = service();
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as sent' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as sent' });
    await user.type(within(dialog).getByLabelText(/Tracking number/), 'RM 1');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as sent' }));
    await screen.findByText('7KD-2MX-RB4: Sent');
    const puts = () => calls.filter(({ method }) => method === 'PUT');
    expect(puts()[0]?.body).toEqual({ tracking: 'RM 1', notify: true, state: 'sent' });
    expect(puts()[0]?.headers.get('If-Match')).toBe('"3"');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(puts()[1]?.body).toEqual({ state: 'awaiting_payment', notify: false }));
    expect(puts()[1]?.headers.get('If-Match')).toBe('"4"');
  });

  it('is marked as paid where the money comes by hand', async () => {
    const calls = service();
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.path).toBe('/ecom/payments/y1/receipt'),
    );
  });

  it('is refunded row by row, once however often it is pressed', async () => {
    const calls = service({ state: 'paid', paymentState: 'paid', paidAmount: 4478 }, { state: 'captured' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund 7KD-2MX-RB4' });
    const count = within(dialog).getByLabelText('Log basket: Large: how many are refunded');
    await user.clear(count);
    await user.type(count, '1');
    expect((within(dialog).getByLabelText(/Amount in GBP/) as HTMLInputElement).value).toBe('19.99');
    await user.click(within(dialog).getByRole('button', { name: 'Refund' }));
    await screen.findByText('The refund is on its way.');
    const [post] = calls.filter(({ method }) => method === 'POST');
    expect(post?.path).toBe('/ecom/payments/y1/refunds');
    expect(post?.body).toEqual({
      amount: 1999,
      reason: '',
      rows: [{ rowId: 'r1', quantity: 1, givesBackStock: true }],
    });
    expect(post?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('can only be looked at by who reads the shop', async () => {
    storeClaims(claimsWith('ecom:read'));
    service();
    show('/cms-ecom/orders/0198');
    await screen.findByText('Log basket: Large');
    expect(screen.queryByRole('button', { name: 'Mark as sent' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Change/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'More' })).toBeTruthy();
  });
});
