import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BasketIn, SummaryRow } from '../../api/generated/index.ts';
import BasketSummary from '../ecom.basketSummary/render.tsx';
import { HeadingsFrom } from '../headings.tsx';
import { changeBasket } from '../shop/basket.ts';
import { changeDestination, readDestination } from '../shop/destination.ts';
import { productId, summary, summaryRow } from '../shop/testing.ts';
import { viewProps } from '../testing.ts';
import { TillForm } from './form.tsx';

const asked: BasketIn[] = [];
let said: Partial<SummaryRow> = {};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked.length = 0;
  said = {};
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/cms/countries'))
      return Response.json([
        { code: 'GB', name: 'United Kingdom' },
        { code: 'DE', name: 'Germany' },
      ]);
    if (request.url.endsWith('/ecom/payments/methods'))
      return Response.json([{ key: 'invoice', instructions: '' }]);
    const body: BasketIn = await request.json();
    asked.push(body);
    const total = { totalExclTax: 500, tax: 0, totalInclTax: 500, taxPercent: '0' };
    const delivery = { ...total, state: 'charged' as const };
    return Response.json(summary([summaryRow(1, said)], body.address ? { delivery } : {}));
  });
  changeBasket(() => [{ productId: productId(1), quantity: 1 }]);
});
afterEach(() => vi.unstubAllGlobals());

const data = { country: 'GB', providers: [] };
function open() {
  return render(
    <HeadingsFrom level={2}>
      <TillForm fields={{}} data={data} onTaken={() => {}} onWhole={() => {}} />
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
