import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import { changeBasket, readBasket } from '../shop/basket.ts';
import AccountManagement from './render.tsx';

const PRODUCT = '01980000-0000-7000-8000-000000000001';

const listed = (number: number) => ({
  id: `o${number}`,
  reference: `7KD-2MX-RB${number}`,
  createdAt: '2026-01-02T10:00:00Z',
  state: 'preparing',
  paymentState: 'paid',
  isCollected: false,
  currency: 'GBP',
  totalInclTax: 4478,
  receiptPath: '/ecom/receipts/abcdefghijklmnopqrstuvwxyz/page',
});

const lines = (which: string) =>
  Object.fromEntries(
    ['Name', 'Address1', 'Address2', 'Address3', 'Address4', 'Town', 'County', 'Postcode', 'CountryCode'].map(
      (line) => [`${which}${line}`, line === 'Town' ? `${which} town` : ''],
    ),
  );

const rowOf = (number: number, productId: string | null) => ({
  id: `r${number}`,
  product: { id: productId, name: '', sku: '' },
  name: `Thing ${number}`,
  options: {},
  quantity: 2,
  totalExclTax: 1000,
  totalInclTax: 1200,
});

const receipt = {
  ...listed(1),
  ...lines('billing'),
  ...lines('delivery'),
  billingCountryCode: 'GB',
  deliveryCountryCode: 'XX',
  pricesIncludeTax: true,
  needsDelivery: true,
  isCollected: false,
  tracking: 'RM 1234',
  deliveryInclTax: 480,
  gateway: 'invoice',
  paidAmount: 4478,
  tax: 746,
  taxes: [{ percent: '20', tax: 746, totalExclTax: 3732 }],
  refundedAmount: 0,
  paymentInstructions: '',
  rows: [rowOf(1, PRODUCT), rowOf(2, null)],
};

const account = {
  user: { person: { id: 'p', firstName: 'Ada', lastName: 'Lovelace', emailAddress: 'ada@example.com' } },
  passkeys: [],
  pendingEmailAddress: null,
};

let total = 0;
/** What is not as in `receipt`. */
let changed: object = {};

/** Draws the account of a member; gives the addresses that were asked for. */
function draw(data = { isLoggedIn: true, hasShop: true }, fields = {}) {
  const calls = answerCalls(({ path }) => {
    if (path === '/auth/account') return { body: account };
    if (path === '/auth/sessions') return { body: [] };
    if (path === '/cms/countries') return { body: [{ code: 'GB', name: 'United Kingdom' }] };
    if (path === '/ecom/orders/mine/o1') return { body: { ...receipt, ...changed } };
    if (path === '/ecom/orders/mine') {
      return { body: { results: total ? [listed(1)] : [], total, start: 0, limit: 10 } };
    }
    return { status: 404, body: { code: 'order_not_found', detail: 'There is no such order.' } };
  });
  return { calls, ...drawMember(AccountManagement, { basketPage: '/basket', ...fields }, data) };
}

beforeEach(() => {
  total = 0;
  changed = {};
  changeBasket(() => []);
});
afterEach(() => vi.unstubAllGlobals());

describe('the orders of a member', () => {
  it('are not asked for where there is no shop', async () => {
    const { calls } = draw({ isLoggedIn: true, hasShop: false });
    await screen.findByRole('heading', { name: 'Email address' });
    expect(calls.filter(({ path }) => path.startsWith('/ecom'))).toEqual([]);
    expect(screen.queryByRole('heading', { name: 'Your orders' })).toBeNull();
  });

  it('are said to be none', async () => {
    draw();
    await screen.findByText('You have not ordered anything yet.');
  });

  it.each([
    ['My account', 3],
    ['', 2],
  ])('have headings one level below what stands above them: %j', async (heading, level) => {
    total = 1;
    const { user } = draw(undefined, { heading });
    await screen.findByRole('heading', { name: 'Your orders', level });
    await user.click(await screen.findByRole('button', { name: /7KD-2MX-RB1/ }));
    await screen.findByRole('heading', { name: 'Billing address', level: level + 1 });
  });

  it('open to show all of one', async () => {
    total = 1;
    const { user, container } = draw();
    const button = await screen.findByRole('button', {
      name: /7KD-2MX-RB1.*2 January 2026.*Being prepared.*£44\.78/,
    });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    await screen.findByText('2 × Thing 1');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    for (const text of ['RM 1234', '£4.80', '£44.78']) {
      expect(within(container).getAllByText(text).length).toBeGreaterThan(0);
    }
    await screen.findByText(/billing town\s+United Kingdom/);
    expect(screen.getByText(/delivery town\s+XX/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Invoice (PDF)' });
    expect(link.getAttribute('href')).toBe(
      '/ecom/receipts/abcdefghijklmnopqrstuvwxyz/invoice.pdf?language=en',
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each([
    ['a receipt', 'Receipt to print and keep', {}],
    ['an invoice', 'Invoice to print and keep', { paidAmount: 0 }],
  ])('lead to %s as what it is', async (_, name, given) => {
    total = 1;
    changed = given;
    const { user } = draw();
    await user.click(await screen.findByRole('button', { name: /7KD-2MX-RB1/ }));
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe('/ecom/receipts/abcdefghijklmnopqrstuvwxyz/page?language=en');
  });

  it.each([
    [
      'in the shop’s words',
      { paymentInstructions: 'To GB33 BUKB 2020\nwithin 14 days' },
      /^To GB33 BUKB 2020/,
    ],
    ['by the invoice', {}, /^Please pay £44\.78 as soon as you have the invoice/],
    ['on collection', { gateway: 'collection' }, /^You pay £44\.78 when you collect your order/],
  ])('say how they are paid, as long as they are not: %s', async (_, given, said) => {
    total = 1;
    changed = { state: 'preparing', paidAmount: 0, ...given };
    const { user } = draw();
    await user.click(await screen.findByRole('button', { name: /7KD-2MX-RB1/ }));
    const heading = await screen.findByRole('heading', { name: 'How to pay', level: 4 });
    expect(within(heading.parentElement as HTMLElement).getByText(said)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each([
    ['were paid', { paidAmount: 4478 }],
    ['were cancelled', { state: 'cancelled', paidAmount: 0 }],
    ['wait for a payment online', { state: 'awaiting_payment', gateway: 'card', paidAmount: 0 }],
  ])('say nothing of it where they %s', async (_, given) => {
    total = 1;
    changed = given;
    const { user } = draw();
    await user.click(await screen.findByRole('button', { name: /7KD-2MX-RB1/ }));
    await screen.findByText('2 × Thing 1');
    expect(screen.queryByRole('heading', { name: 'How to pay' })).toBeNull();
    expect(screen.queryByText(/on its way/)).toBeNull();
  });

  it('fill the basket again with what is still sold, once however often', async () => {
    total = 1;
    const { user } = draw();
    await user.click(await screen.findByRole('button', { name: /7KD-2MX-RB1/ }));
    const again = await screen.findByRole('button', { name: 'Order again' });
    await user.click(again);
    await user.click(again);
    expect(readBasket()).toEqual([{ productId: PRODUCT, quantity: 2 }]);
    await screen.findByText(/It is in the basket. Not sold any more: Thing 2\./);
    expect(screen.getByRole('link', { name: 'To the basket' }).getAttribute('href')).toBe('/basket');
  });

  it('add to the row of the same product that is in the basket', async () => {
    total = 1;
    const [row] = receipt.rows;
    if (row) Object.assign(row, { options: { Size: 'L', Colour: 'red' } });
    changeBasket(() => [
      { productId: PRODUCT, quantity: 1, options: { Colour: 'blue' } },
      { productId: PRODUCT, quantity: 1, options: { Colour: 'red' } },
    ]);
    const { user } = draw();
    await user.click(await screen.findByRole('button', { name: /7KD-2MX-RB1/ }));
    await user.click(await screen.findByRole('button', { name: 'Order again' }));
    expect(readBasket()).toEqual([
      { productId: PRODUCT, quantity: 1, options: { Colour: 'blue' } },
      { productId: PRODUCT, quantity: 2, options: { Colour: 'red' } },
    ]);
    if (row) Object.assign(row, { options: {} });
  });

  it('say so where the basket has no room for them', async () => {
    total = 1;
    changeBasket(() =>
      Array.from({ length: 100 }, (_, row) => ({
        productId: `01980000-0000-7000-8000-${String(row + 10).padStart(12, '0')}`,
        quantity: 1,
      })),
    );
    const { user } = draw();
    await user.click(await screen.findByRole('button', { name: /7KD-2MX-RB1/ }));
    await user.click(await screen.findByRole('button', { name: 'Order again' }));
    await screen.findByText(/The basket is full/);
  });

  it('are read in parts', async () => {
    total = 25;
    const { user, calls } = draw();
    await user.click(await screen.findByRole('button', { name: 'Older orders' }));
    const parts = () => calls.filter(({ path }) => path === '/ecom/orders/mine');
    await waitFor(() => expect(parts()).toHaveLength(2));
    expect(parts()[1]?.query.get('start')).toBe('10');
    await user.click(screen.getByRole('button', { name: 'Newer orders' }));
    expect(screen.getByRole('button', { name: 'Newer orders' })).toHaveProperty('disabled', true);
  });
});
