import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepReceipt } from '../shop/receipt.ts';
import { viewProps } from '../testing.ts';
import CheckoutSuccess from './render.tsx';

const PATH = '/ecom/receipts/abcdefghijklmnopqrstuvwxyz/page';
const receipt = {
  reference: '7KD-2MX-RB1',
  email: 'ada@example.org',
  state: 'awaiting_payment',
  gateway: 'invoice',
  currency: 'GBP',
  pricesIncludeTax: true,
  needsDelivery: false,
  rows: [],
  taxes: [{ percent: '20', tax: 300, totalExclTax: 1500 }],
  tax: 300,
  totalExclTax: 1500,
  totalInclTax: 1800,
  paidAmount: 0,
  refundedAmount: 0,
};
let given: object = receipt;
let status: number;

beforeEach(() => {
  sessionStorage.clear();
  given = receipt;
  status = 200;
  vi.stubGlobal('fetch', async () => Response.json(given, { status }));
});
afterEach(() => vi.unstubAllGlobals());

function open(instructions = '') {
  keepReceipt({ reference: '7KD-2MX-RB1', receiptPath: PATH, instructions });
  return render(<CheckoutSuccess {...viewProps({ fields: {} })} />);
}
const line = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;

describe('the thanks for an order', () => {
  it('say how it is to be paid where the shop has no words for it, and what tax is in it', async () => {
    open();
    expect(await line('Payment')).toBe('By invoice, not paid yet');
    expect(await line('Tax included')).toBe('£3.00');
    expect(screen.getByText(/Please pay £18.00 as soon as you have the invoice/)).toBeTruthy();
    const invoice = screen.getByRole('link', { name: 'Invoice (PDF)' });
    expect(invoice.getAttribute('href')).toMatch(/^\/ecom\/receipts\/[a-z]+\/invoice\.pdf\?/);
    const printed = screen.getByRole('link', { name: 'Invoice to print and keep' });
    expect(printed.getAttribute('href')).toMatch(/^\/ecom\/receipts\/[a-z]+\/page\?language=[a-z]+$/);
  });

  it('say the shop’s own words once', async () => {
    open('To the account 123.');
    expect(await line('Payment')).toBe('By invoice, not paid yet');
    expect(screen.getByText('To the account 123.')).toBeTruthy();
    expect(screen.queryByText(/Please pay/)).toBeNull();
  });

  it('name tax by its rates where prices are without it, and ask for nothing that is paid', async () => {
    given = { ...receipt, pricesIncludeTax: false, gateway: 'card', paidAmount: 1800 };
    open();
    expect(await line('Payment')).toBe('Paid by card');
    expect(await line('Tax 20 %')).toBe('£3.00');
    expect(screen.queryByRole('heading', { name: 'How to pay' })).toBeNull();
    screen.getByRole('link', { name: 'Receipt to print and keep' });
  });

  it.each([
    ['awaiting_payment', 0, 1],
    ['cancelled', 0, 0],
    ['paid', 1800, 0],
  ])('say of money that comes from PayPal whether it is on its way: %s', async (state, paidAmount, times) => {
    given = { ...receipt, gateway: 'button', state, paidAmount };
    open();
    await screen.findByText('What you ordered');
    expect(screen.queryAllByText(/Your payment is on its way/)).toHaveLength(times);
    expect(screen.queryByRole('heading', { name: 'How to pay' })).toBeNull();
  });

  it.each([
    ['awaiting_payment', 'button', []],
    ['awaiting_payment', 'card', []],
    ['cancelled', 'invoice', []],
    ['awaiting_payment', 'collection', ['purchase']],
    ['paid', 'button', ['purchase']],
    ['refunded', 'card', ['purchase']],
  ])('tell trackers of no order before it is paid or billed: %s by %s', async (state, gateway, told) => {
    window.pagewrightShop = [];
    given = { ...receipt, state, gateway };
    open();
    await screen.findByText('What you ordered');
    // Trackers are told by an effect, which a busy machine runs after the text is there.
    await act(async () => undefined);
    expect(window.pagewrightShop.map(({ name }) => name)).toEqual(told);
  });

  it('call it neither paid nor unpaid where nobody can say which', async () => {
    given = { code: 'unavailable', title: 'Away' };
    status = 503;
    open();
    const link = await screen.findByRole('link', { name: 'Your order to print and keep' });
    expect(link.getAttribute('href')).toMatch(/^\/ecom\/receipts\/[a-z]+\/page\?language=[a-z]+$/);
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });

  it('have the keyboard once, and headings that skip no level', async () => {
    const first = open();
    const heading = await screen.findByRole('heading', { name: 'Thank you for your order' });
    expect(document.activeElement).toBe(heading);
    await screen.findByText('What you ordered');
    expect(screen.getAllByRole('heading').map(({ localName }) => localName)).toEqual(['h2', 'h3', 'h3']);
    first.unmount();
    render(<CheckoutSuccess {...viewProps({ fields: {} })} />);
    const again = await screen.findByRole('heading', { name: 'Thank you for your order' });
    expect(document.activeElement).not.toBe(again);
  });
});
