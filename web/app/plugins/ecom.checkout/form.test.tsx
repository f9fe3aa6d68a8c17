import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BasketIn, SummaryOut, SummaryRow } from '../../api/generated/index.ts';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { claimsWith } from '../../testing/screen.tsx';
import BasketSummary from '../ecom.basketSummary/render.tsx';
import { HeadingsFrom } from '../headings.tsx';
import { changeBasket } from '../shop/basket.ts';
import { changeDestination, readDestination } from '../shop/destination.ts';
import { keepReceipt } from '../shop/receipt.ts';
import { saveInTab } from '../shop/tab-storage.ts';
import { productId, summary, summaryRow } from '../shop/testing.ts';
import { viewProps } from '../testing.ts';
import { TillForm } from './form.tsx';

const asked: BasketIn[] = [];
let said: Partial<SummaryRow> = {};
/** Whether any of the basket has to be brought. */
let hasToGo: boolean;
/** Postcodes that no delivery charge is for. */
let unreached: string[];
/** How the ways to pay are answered, one question after the other; the last answer stays. */
let offers: (() => Response)[];
/** What becomes of the orders that are sent. */
let ordered: { status: number; body: object };
let orders: unknown[];
/** What is different in the summary once an order was sent. */
let sinceOrdered: Partial<SummaryOut>;

const offering =
  (...keys: string[]) =>
  () =>
    Response.json(keys.map((key) => ({ key, instructions: '' })));
const away = () => Response.json({ code: 'unavailable', title: 'Away' }, { status: 503 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked.length = 0;
  said = {};
  hasToGo = true;
  unreached = [];
  offers = [offering('invoice')];
  ordered = { status: 201, body: {} };
  orders = [];
  sinceOrdered = {};
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/cms/countries'))
      return Response.json([
        { code: 'GB', name: 'United Kingdom' },
        { code: 'DE', name: 'Germany' },
      ]);
    if (request.url.endsWith('/auth/tokens')) return Response.json({}, { status: 401 });
    if (request.url.endsWith('/ecom/payments/methods'))
      return ((offers.length > 1 ? offers.shift() : offers[0]) ?? away)();
    if (request.url.endsWith('/ecom/orders')) {
      orders.push(await request.json());
      return Response.json(ordered.body, { status: ordered.status });
    }
    const body: BasketIn = await request.json();
    asked.push(body);
    const total = { totalExclTax: 500, tax: 0, totalInclTax: 500, taxPercent: '0' };
    const isUnreached = !body.collects && unreached.includes(body.address?.postcode ?? '');
    const state = isUnreached ? ('unavailable' as const) : ('charged' as const);
    const more = { delivery: { ...total, state }, canOrder: !isUnreached };
    const nowhere = { delivery: { ...total, state: 'not_needed' as const }, canOrder: true };
    const changed = orders.length > 0 ? sinceOrdered : {};
    const way = hasToGo ? (body.address ? more : {}) : nowhere;
    return Response.json(summary([summaryRow(1, said)], { ...way, ...changed }));
  });
  changeBasket(() => [{ productId: productId(1), quantity: 1 }]);
});
afterEach(() => vi.unstubAllGlobals());

const data = { country: 'GB', providers: [] };
function open(fields = {}) {
  return render(
    <HeadingsFrom level={2}>
      <TillForm fields={fields} data={data} onTaken={() => {}} onWhole={() => {}} />
      <BasketSummary {...viewProps({ fields: {} })} />
    </HeadingsFrom>,
  );
}

it('takes no order of what is sold out, and says so beside the button', async () => {
  said = { isAvailable: false, available: 0, changes: ['fewer_in_stock'] };
  open();
  expect(await screen.findByRole('button', { name: 'Place order' })).toHaveProperty('disabled', true);
  screen.getByText('This cannot be ordered as it is. Please check what is marked in the summary.');
});

it('takes one of what can be had, with headings that skip no level', async () => {
  open();
  expect(await screen.findByRole('button', { name: 'Place order' })).toHaveProperty('disabled', false);
  const levels = screen.getAllByRole('heading').map(({ localName }) => localName);
  expect(new Set(levels)).toEqual(new Set(['h2']));
});

it('begins with what it comes to, which leads to the summary below all fields', async () => {
  open();
  const total = await screen.findByRole('link', { name: /^Your order £/ });
  const summarised = document.getElementById(total.getAttribute('href')?.slice(1) ?? '') as HTMLElement;
  within(summarised).getByRole('heading', { name: 'Your order' });
  const [, amount = ''] = total.textContent?.split(/(?=£)/) ?? [];
  expect(within(summarised).getByText('Total').nextSibling?.textContent).toBe(amount);
  const [first] = screen.getAllByRole('textbox');
  expect(total.compareDocumentPosition(first as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('begins with the address that was tried in the basket, and tells it to the page’s summaries', async () => {
  changeDestination({ address: { country: 'DE', postcode: '10115' } });
  open();
  expect(await screen.findByLabelText('Postcode')).toHaveProperty('value', '10115');
  expect(screen.getByLabelText('Country')).toHaveProperty('value', 'DE');
  await userEvent.clear(screen.getByLabelText('Postcode'));
  await userEvent.type(screen.getByLabelText('Postcode'), '80331');
  await waitFor(() =>
    expect(asked.filter(({ address }) => address?.postcode === '80331').length).toBeGreaterThanOrEqual(2),
  );
  expect(readDestination().address).toMatchObject({ country: 'DE', postcode: '80331' });
});

it('keeps the country that was tried in the basket without a postcode, until another is chosen', async () => {
  changeDestination({ address: { country: 'DE', postcode: '' } });
  const { unmount } = open();
  expect(await screen.findByLabelText('Country')).toHaveProperty('value', 'DE');
  await waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(2));
  expect(asked.every(({ address }) => address?.country === 'DE')).toBe(true);
  expect(readDestination().address).toMatchObject({ country: 'DE', postcode: '' });
  unmount();
  open();
  expect(await screen.findByLabelText('Country')).toHaveProperty('value', 'DE');
  // The others come by a call of their own.
  await screen.findByRole('option', { name: 'United Kingdom' });
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'GB');
  await waitFor(() => expect(readDestination().address).toBeUndefined());
});

it('leads back to the order that the basket went into, and else to the shop alone', async () => {
  changeBasket(() => []);
  const { unmount } = open({ shopPage: '/shop' });
  await screen.findByRole('link', { name: 'Go to the shop' });
  expect(screen.getAllByRole('link')).toHaveLength(1);
  unmount();
  const receiptPath = '/ecom/receipts/abcdefghijklmnopqrstuvwxyz/page';
  keepReceipt({ reference: '7KD-2MX', receiptPath, instructions: '' });
  const { unmount: leave } = open();
  const link = await screen.findByRole('link', { name: 'See your order 7KD-2MX' });
  expect(link.getAttribute('href')).toBe(`${receiptPath}?language=en`);
  leave();
  open({ successPage: '/thanks' });
  expect((await screen.findByRole('link', { name: /See your order/ })).getAttribute('href')).toBe('/thanks');
});

const button = () => screen.getByRole('button', { name: 'Place order' });

async function fillIn(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email address'), 'zoe@example.org');
  for (const [label, value] of [
    ['Name', 'Zoë Ångström'],
    ['Street and number', '12 Mill Lane'],
    ['Postcode', 'NR1 3JU'],
    ['Town', 'Norwich'],
  ] as const)
    await userEvent.type(screen.getByLabelText(label), value);
}

describe('what goes nowhere', () => {
  const empty = { address2: '', address3: '', address4: '', county: '', countryCode: 'GB' };
  const present = { ...empty, name: 'Bea', address1: '12 Mill Lane', town: 'Norwich', postcode: 'NR1 3JU' };
  const home = { ...empty, name: '', address1: '1 High Road', town: 'London', postcode: 'N1 9GU' };
  const sent = async () => {
    await userEvent.click(button());
    await waitFor(() => expect(orders).toHaveLength(1));
    return orders[0];
  };
  const billed = { billingName: 'Zoë', billingAddress1: '1 High Road', billingPostcode: 'N1 9GU' };
  beforeEach(() => {
    const typed = {
      email: 'zoe@example.org',
      name: 'Zoë',
      address: present,
      billing: home,
      hasOtherBilling: true,
    };
    saveInTab('typed', typed);
  });

  it('is billed to, and taxed at, the address that is shown', async () => {
    hasToGo = false;
    open();
    const street = () => screen.getByLabelText('Street and number');
    await waitFor(() => expect(street()).toHaveProperty('value', '1 High Road'));
    expect(screen.getByLabelText('Name or company (optional)')).toHaveProperty('value', '');
    await waitFor(() => expect(asked.at(-1)?.address).toMatchObject({ postcode: 'N1 9GU', town: 'London' }));
    const order = await sent();
    expect(order).toMatchObject(billed);
    expect(order).not.toHaveProperty('deliveryAddress1');
  });

  it('is so where it is collected', async () => {
    offers = [offering('invoice', 'collection')];
    open();
    expect(await screen.findAllByLabelText('Street and number')).toHaveLength(2);
    await userEvent.click(screen.getByRole('radio', { name: 'Collect it in person' }));
    expect(screen.getByLabelText('Street and number')).toHaveProperty('value', '1 High Road');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ collects: true, address: { postcode: 'N1 9GU' } }),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Invoice' }));
    expect(await sent()).toMatchObject({ collects: true, ...billed });
  });

  it('has what is typed in its own address', async () => {
    hasToGo = false;
    open();
    const town = await screen.findByDisplayValue('London');
    await userEvent.clear(town);
    await userEvent.type(town, 'Leeds');
    await waitFor(() => expect(asked.at(-1)?.address).toMatchObject({ town: 'Leeds' }));
    expect(await sent()).toMatchObject({ ...billed, billingTown: 'Leeds' });
  });
});

describe('where the shop does not deliver', () => {
  const type = async (postcode: string) => {
    await userEvent.clear(await screen.findByLabelText('Postcode'));
    await userEvent.type(screen.getByLabelText('Postcode'), postcode);
  };

  it('says so at the button, until it goes elsewhere', async () => {
    unreached = ['JE2 3AB'];
    open();
    await type('JE2 3AB');
    const words = await screen.findByText('We do not deliver to this address. Please choose another one.');
    const [form] = screen.getAllByRole('form');
    expect(form?.contains(words)).toBe(true);
    expect(words.closest('[role=status]')?.nextElementSibling?.contains(button())).toBe(true);
    await waitFor(() => expect(button()).toHaveProperty('disabled', true));
    await type('NR1 3JU');
    await waitFor(() => expect(screen.queryByText(/We do not deliver/)).toBeNull());
    expect(button()).toHaveProperty('disabled', false);
  });

  it('offers to collect the order where that can be done', async () => {
    unreached = ['JE2 3AB'];
    offers = [offering('invoice', 'collection')];
    open();
    await type('JE2 3AB');
    await screen.findByText(
      'We do not deliver to this address. Please choose another one, or collect the order.',
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Collect it in person' }));
    await waitFor(() => expect(screen.queryByText(/We do not deliver/)).toBeNull());
    expect(button()).toHaveProperty('disabled', false);
  });

  it('sends nothing that was pressed before that was known', async () => {
    open();
    await fillIn();
    unreached = ['JE2 3AB'];
    await type('JE2 3AB');
    await userEvent.click(button());
    await screen.findByText(/We do not deliver to this address/);
    expect(orders).toEqual([]);
  });
});

describe('where the ways to pay cannot be read', () => {
  it('asks once more at the press of a button, and keeps what was typed', async () => {
    offers = [away, away, offering('invoice')];
    open();
    await userEvent.type(await screen.findByLabelText('Email address'), 'zoe@example.org');
    const again = () => screen.getByRole('button', { name: 'Try again' });
    expect((await screen.findByRole('alert')).textContent).toMatch(/payment methods could not be loaded/);
    await userEvent.click(again());
    await waitFor(() => expect(offers).toHaveLength(1));
    await userEvent.click(again());
    expect(await screen.findByRole('radio', { name: 'Invoice' })).toHaveProperty('checked', true);
    expect(screen.queryByText(/payment methods could not be loaded/)).toBeNull();
    expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'zoe@example.org');
  });

  it('sends nothing, says why, and asks once more', async () => {
    offers = [away, offering('invoice')];
    open();
    await fillIn();
    await userEvent.click(button());
    await screen.findByText('The payment methods could not be loaded. Nothing was sent: please try again.');
    expect(orders).toEqual([]);
    await screen.findByRole('radio', { name: 'Invoice' });
    await userEvent.click(button());
    await waitFor(() => expect(orders).toHaveLength(1));
    expect(orders[0]).toMatchObject({ gateway: 'invoice', email: 'zoe@example.org' });
  });
});

it('shows the ways to pay that are left once the chosen one is refused', async () => {
  offers = [offering('invoice', 'card'), offering('invoice')];
  ordered = { status: 409, body: { code: 'gateway_not_offered', title: 'Conflict', errors: [] } };
  open();
  await fillIn();
  await userEvent.click(screen.getByRole('radio', { name: /Card/ }));
  // What the card needs is on its way by then.
  await waitFor(() => expect(document.head.querySelector('script[src*="js.stripe.com"]')).not.toBeNull());
  await userEvent.click(button());
  await screen.findByText('This payment method is no longer available. Please choose another one.');
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Card/ })).toBeNull());
  expect(screen.getByRole('radio', { name: 'Invoice' })).toHaveProperty('checked', true);
});

it('keeps what was typed when the session is over, and says how to go on', async () => {
  localStorage.setItem(CLAIMS_KEY, JSON.stringify(claimsWith('members')));
  ordered = { status: 401, body: { code: 'session_revoked', title: 'Unauthorized' } };
  const { unmount } = open();
  await fillIn();
  const before = asked.length;
  localStorage.removeItem(CLAIMS_KEY);
  await userEvent.click(button());
  await screen.findByText('You’ve been logged out. Log in to continue, or press again to order as a guest.');
  // A guest may have to pay other prices.
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  unmount();
  open();
  expect(await screen.findByRole('textbox', { name: 'Email address' })).toHaveProperty(
    'value',
    'zoe@example.org',
  );
});

it('shows what has become dearer since the total was seen, and sends that once it is agreed to', async () => {
  ordered = { status: 409, body: { code: 'summary_changed', title: 'Conflict', errors: [] } };
  sinceOrdered = { digest: 'dearer', totalInclTax: 1900 };
  open();
  await fillIn();
  await userEvent.click(button());
  await screen.findByText(
    'Something has changed since you saw the total. Check it and place the order again.',
  );
  // In the form's own: the page's other summary has an answer of its own.
  const own = within(document.getElementById('pw-order') as HTMLElement);
  await waitFor(() => expect(own.getAllByText('£19.00').length).toBeGreaterThan(0));
  ordered = { status: 201, body: {} };
  await userEvent.click(button());
  await waitFor(() => expect(orders).toHaveLength(2));
  expect(orders).toMatchObject([
    { summaryDigest: 'd', email: 'zoe@example.org' },
    { summaryDigest: 'dearer', email: 'zoe@example.org' },
  ]);
});
