import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BasketIn, SummaryRow } from '../../api/generated/index.ts';
import { basketLink, changeBasket, readBasket } from '../shop/basket.ts';
import { readDestination } from '../shop/destination.ts';
import type { ShopData } from '../shop/shop-data.ts';
import { productId, summary, summaryRow } from '../shop/testing.ts';
import { viewProps } from '../testing.ts';
import BasketManagement, { type BasketManagementFields } from './render.tsx';

const asked: BasketIn[] = [];
/** What the shop says of rows, by the last digit of their products. */
let said: Record<string, Partial<SummaryRow>> = {};
let isAway = false;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked.length = 0;
  said = {};
  isAway = false;
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/cms/countries'))
      return Response.json([{ code: 'GB', name: 'United Kingdom' }]);
    const body: BasketIn = await request.json();
    asked.push(body);
    if (isAway) return Response.json({ code: 'unavailable', title: 'Away' }, { status: 503 });
    const rows = body.rows.map(({ productId: id, quantity, options = {} }) =>
      summaryRow(Number(id.slice(-1)), { quantity, options, ...said[id.slice(-1)] }),
    );
    const delivery = {
      totalExclTax: 500,
      tax: 0,
      totalInclTax: 500,
      taxPercent: '0',
      state: 'charged' as const,
    };
    return Response.json(summary(rows, body.address ? { delivery } : {}));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

function open(fields: BasketManagementFields = { checkoutPage: '/checkout', shopPage: '/shop' }) {
  const props = viewProps<BasketManagementFields, ShopData>({ fields, data: { country: 'GB' } });
  return render(<BasketManagement {...props} />);
}

const put = (...quantities: number[]) =>
  changeBasket(() => quantities.map((quantity, index) => ({ productId: productId(index + 1), quantity })));

describe('the basket', () => {
  it('is priced by the shop, and leads to the checkout', async () => {
    put(2, 1);
    open();
    expect(await screen.findByText('£36.00', { selector: '.pw-basket-total dd' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the checkout' }).getAttribute('href')).toBe('/checkout');
    expect(JSON.stringify(asked[0])).not.toContain('price');
  });

  it('asks anew when a quantity is changed', async () => {
    put(2);
    open();
    const quantity = await screen.findByRole('spinbutton', { name: 'Quantity of Thing 1' });
    await userEvent.clear(quantity);
    expect(readBasket()).toHaveLength(1);
    await userEvent.type(quantity, '12');
    expect(await screen.findByText('£144.00', { selector: '.pw-basket-total dd' })).toBeTruthy();
    expect(readBasket()[0]?.quantity).toBe(12);
  });

  it.each([
    ['20000', 'At most 9,999 of one product can be ordered at a time. The quantity is still 2.'],
    ['1.5', 'Enter a whole number from 1. The quantity is still 2.'],
  ])('says that %s does not count', async (typed, words) => {
    put(2);
    open();
    const quantity = await screen.findByRole('spinbutton', { name: 'Quantity of Thing 1' });
    await userEvent.clear(quantity);
    // Of 1.5 the first letter is a quantity.
    fireEvent.change(quantity, { target: { value: typed } });
    await userEvent.tab();
    const said = screen.getByText(words);
    expect(said.closest('[role="status"]')?.id).toBe(quantity.getAttribute('aria-describedby'));
    expect(quantity).toHaveProperty('value', '2');
    expect(readBasket()[0]?.quantity).toBe(2);
    await userEvent.type(quantity, '{Backspace}3');
    expect(screen.queryByText(words)).toBeNull();
  });

  it('offers to take out what 0 is asked of, and to undo that', async () => {
    put(3);
    open();
    const quantity = await screen.findByRole('spinbutton', { name: 'Quantity of Thing 1' });
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '0{Enter}');
    screen.getByText('The quantity is still 3.');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Thing 1 from the basket' }));
    expect(readBasket()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(readBasket()[0]).toMatchObject({ productId: productId(1), quantity: 3 });
  });

  it('keeps a screen’s room until it is known what is in it, and gives it back', async () => {
    put(1);
    const { container } = open();
    const room = container.querySelector<HTMLElement>('.pw-room');
    expect([room?.dataset.filling, room?.dataset.hides]).toEqual(['true', 'true']);
    await screen.findByText('Thing 1');
    await waitFor(() => expect([room?.dataset.filling, room?.dataset.hides]).toEqual([undefined, undefined]));
  });

  it('gives back what was removed, also as the last of it', async () => {
    put(3);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Thing 1' }));
    expect(readBasket()).toEqual([]);
    expect(screen.getByRole('link', { name: 'Go to the shop' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(readBasket()[0]).toMatchObject({ productId: productId(1), quantity: 3 });
  });

  it('keeps the keyboard with the row beside one that is removed, with Undo after the last, and with what came back', async () => {
    put(3, 1);
    open();
    (await screen.findByRole('button', { name: 'Remove Thing 1' })).focus();
    await userEvent.keyboard('{Enter}');
    const last = screen.getByRole('button', { name: 'Remove Thing 2' });
    expect(document.activeElement).toBe(last);
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
    await userEvent.keyboard('{Enter}');
    const returned = await screen.findByRole('button', { name: 'Remove Thing 2' });
    await waitFor(() => expect(document.activeElement).toBe(returned));
  });

  it('says what cannot be had, and does not go on with it', async () => {
    put(9, 1);
    said = {
      1: { isAvailable: false, available: 4, changes: ['fewer_in_stock'] },
      2: { changes: ['price_changed'] },
    };
    open();
    expect(await screen.findByText('Only 4 available.')).toBeTruthy();
    expect(screen.getByText('Its price has changed.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'To the checkout' })).toBeNull();
  });

  it.each([['fewer_in_stock'], ['too_many']] as const)(
    'takes as many as there are, where there are %s',
    async (change) => {
      put(9, 1);
      said = { 1: { isAvailable: false, available: 4, changes: [change] } };
      open();
      const take = await screen.findByRole('button', { name: 'Take 4' });
      said = {};
      await userEvent.click(take);
      expect(readBasket()[0]?.quantity).toBe(4);
      const quantity = screen.getByRole('spinbutton', { name: 'Quantity of Thing 1' });
      expect(document.activeElement).toBe(quantity);
      await screen.findByRole('link', { name: 'To the checkout' });
      expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
      expect(quantity).toHaveProperty('value', '4');
    },
  );

  it('offers to take none of what is sold out', async () => {
    put(9);
    said = { 1: { isAvailable: false, available: 0, changes: ['fewer_in_stock'] } };
    open();
    await screen.findByText('It is sold out.');
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
  });

  it('has the keyboard in the basket once it could be priced after all', async () => {
    put(1);
    isAway = true;
    const { container } = open();
    (await screen.findByRole('button', { name: 'Try again' })).focus();
    isAway = false;
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('link', { name: 'To the checkout' });
    expect(document.activeElement).toBe(container.querySelector('.pw-basket'));
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('spinbutton'));
  });

  it('tells of another price once: the next time it is the one that was seen', async () => {
    put(1);
    open();
    await waitFor(() => expect(readBasket()[0]?.seenPrice).toBe(1200));
    changeBasket((basket) => basket.map((row) => ({ ...row, quantity: 2 })));
    await waitFor(() => expect(asked.at(-1)?.rows[0]).toMatchObject({ quantity: 2, seenPrice: 1200 }));
  });

  it('knows what delivery to a place costs', async () => {
    put(1);
    open();
    await userEvent.click(await screen.findByText('What does delivery cost?'));
    await screen.findByRole('option', { name: 'United Kingdom' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Postcode' }), 'NR1 3JU');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('£5.00')).toBeTruthy();
    expect(asked.at(-1)?.address).toEqual({ country: 'GB', postcode: 'NR1 3JU' });
    expect(readDestination()).toEqual({ address: { country: 'GB', postcode: 'NR1 3JU' } });
  });

  it('loses nothing while the shop is away, and asks again', async () => {
    isAway = true;
    put(1);
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isAway = false;
    await userEvent.click(retry);
    expect(await screen.findByText('Thing 1')).toBeTruthy();
    expect(readBasket()).toHaveLength(1);
  });

  it('takes over what a link brings, once', async () => {
    put(1);
    const link = new URL(
      basketLink([{ productId: productId(2), quantity: 7 }], 'https://site.example/basket'),
    );
    history.replaceState(null, '', `/basket${link.hash}`);
    open();
    expect(await screen.findByText('Thing 2')).toBeTruthy();
    expect(readBasket().map(({ quantity }) => quantity)).toEqual([1, 7]);
    expect(location.hash).toBe('');
  });

  it('says that there was no room for all that a link brings', async () => {
    changeBasket(() =>
      Array.from({ length: 100 }, (_, row) => ({ productId: productId(row + 10), quantity: 1 })),
    );
    const link = new URL(
      basketLink([{ productId: productId(1), quantity: 1 }], 'https://site.example/basket'),
    );
    history.replaceState(null, '', `/basket${link.hash}`);
    open();
    await screen.findByText('The basket is full, so some items from the link are missing.');
    expect(readBasket()).toHaveLength(100);
  });
});
