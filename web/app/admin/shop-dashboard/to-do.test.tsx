import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dashboard, serveSite, show } from './testing.tsx';

let site: ReturnType<typeof serveSite>;

beforeEach(() => {
  site = serveSite();
});

describe('what waits in the shop', () => {
  it('leads from what waits to the list that shows it', async () => {
    site.answer = {
      body: dashboard({
        waiting: { paid: 1, preparing: 2, unpaidInvoices: 3, unpaidCollections: 4 },
        stock: { low: 5, out: 6 },
        money: { failedPayments: 7, failedRefunds: 8, stuckRefunds: 1 },
      }),
    };
    show('ecom:read');
    await screen.findByText('1 order');
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['1 order', '/cms-ecom/orders?state=paid'],
      ['2 orders', '/cms-ecom/orders?state=preparing'],
      ['3 orders', '/cms-ecom/orders?gateway=invoice&unpaid=true'],
      ['4 orders', '/cms-ecom/orders?gateway=collection&unpaid=true'],
      ['5 products', '/cms-ecom/products?stock=low'],
      ['6 products', '/cms-ecom/products?stock=out'],
      ['7 in 30 days', '/cms-ecom/payments'],
      ['9 refunds', '/cms-ecom/payments'],
    ]);
  });
});
