/** For tests: an order as the shop's service gives it, and the screens with it. */
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';

export const listed = {
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
  isCollected: false,
  itemCount: 2,
  totalInclTax: 4478,
  paidAmount: 0,
  refundedAmount: 0,
  expiresAt: null,
};

export const row = {
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

export const order = {
  ...listed,
  ...lines('billing'),
  ...lines('delivery'),
  phone: '',
  customerNote: 'Ring twice',
  tracking: '',
  needsDelivery: true,
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
  events: [
    {
      id: 'e1',
      kind: 'placed',
      details: {},
      actorId: null,
      actorName: null,
      at: '2026-01-02T10:00:00Z',
    },
    {
      id: 'e2',
      kind: 'changed',
      details: {},
      actorId: 'u1',
      actorName: 'Grace Hopper',
      at: '2026-01-02T11:00:00Z',
    },
    { id: 'e3', kind: 'changed', details: {}, actorId: 'u2', actorName: null, at: '2026-01-02T12:00:00Z' },
    {
      id: 'e4',
      kind: 'payment_sent_back',
      details: { amount: 4_999, currency: 'EUR' },
      actorId: null,
      actorName: null,
      at: '2026-01-02T12:01:00Z',
    },
    {
      id: 'e5',
      kind: 'refunded',
      details: { amount: 1_999, rows: [{ rowId: 'r1', quantity: 1, givesBackStock: true }] },
      actorId: null,
      actorName: null,
      at: '2026-01-02T12:02:00Z',
    },
  ],
};

const payment = {
  id: 'y1',
  orderId: '0198',
  gateway: 'invoice',
  state: 'pending',
  amount: 4478,
  currency: 'GBP',
};

export const show = (at: string) =>
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
export const service = (
  present: Record<string, unknown> = {},
  paid: Record<string, unknown> = {},
  refunds: Record<string, unknown>[] = [],
) => {
  let found = { ...order, ...present };
  return answerCalls(({ path, method, body }) => {
    if (method === 'PUT') {
      found = { ...found, ...(body as object), version: Number(found.version) + 1 };
      return { body: found };
    }
    if (method === 'POST') return { body: {} };
    if (path === '/cms/countries') return { body: [{ code: 'GB', name: 'United Kingdom' }] };
    if (path === '/cms/site') return { body: { hasEcom: true } };
    if (path === '/ecom/payments/y1/refunds') return { body: refunds };
    if (path === '/ecom/payments')
      return { body: { results: [{ ...payment, ...paid }], total: 1, start: 0, limit: 100 } };
    return path === '/ecom/orders/0198'
      ? { body: found }
      : { body: { results: [listed], total: 1, start: 0, limit: 10, sums: [] } };
  });
};
