import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DashboardOut } from '../../api/generated/index.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { dashboard, missing, serveSite, show } from './testing.tsx';

let site: ReturnType<typeof serveSite>;

beforeEach(() => {
  site = serveSite();
});

describe('what the shop still needs', () => {
  it('names the tax classes of products that no rate is for', async () => {
    const { setUp } = dashboard();
    site.answer = { body: dashboard({ setUp: { ...setUp, untaxedClasses: ['reduced-rate', 'zero-rate'] } }) };
    show('ecom:read');
    await screen.findByRole('heading', { name: 'To set up' });
    expect(missing()).toEqual([
      [
        'Products of the tax classes reduced-rate and zero-rate are not taxed in the shop’s own country: no rates are for them.',
        '/cms-ecom/tax-rates',
      ],
    ]);
  });

  it('tells those who may only read the shop where something is missing, and not to set it up', async () => {
    const { setUp } = dashboard();
    site.answer = { body: dashboard({ setUp: { ...setUp, hasProducts: false, hasDelivery: false } }) };
    const { unmount } = show('ecom:read');
    const links = async () => {
      await screen.findByText('No product with a price is published.');
      const card = screen.getByRole('heading', { name: 'To set up' }).closest('section') as HTMLElement;
      return within(card)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    };
    expect(await links()).toEqual(['Products', 'Delivery charges']);
    unmount();
    show('ecom:write');
    expect(await links()).toEqual(['Add products', 'Set delivery charges']);
  });

  it('says what is not set up, what sells nothing first', async () => {
    const keys = ['stripeSecretKey', 'stripeWebhookSecret'];
    site.answer = {
      body: dashboard({
        setUp: {
          hasProducts: false,
          hasDelivery: false,
          hasTaxRates: false,
          untaxedClasses: ['standard'],
          hasSeller: false,
          silentGateways: ['invoice', 'collection'],
          gateways: [
            { key: 'card', isOn: true, isOffered: false, missing: keys },
            { key: 'button', isOn: true, isOffered: false, missing: ['a', 'b', 'c'] },
          ],
        },
      }),
    };
    site.uses = [{ ref: 'ecom.checkout', pages: 0, namingPages: [] }];
    show('admin');
    await screen.findByText(/No page has a checkout/);
    await screen.findByText(/The site has no contact address/);
    expect(missing()).toEqual([
      ['No page shows products.', '/cms-admin/pages'],
      ['No page has the basket.', '/cms-admin/pages'],
      ['No page has a checkout, so nobody can order.', '/cms-admin/pages'],
      ['No product with a price is published.', '/cms-ecom/products'],
      ['No delivery charges in GBP are set: nothing can be sent.', '/cms-ecom/shipping-matrix'],
      [expect.stringMatching(/Invoices have no seller/), '/cms-ecom/settings'],
      ['There is no payment method, so nobody can order.', '/cms-ecom/payments'],
      [expect.stringMatching(/no contact address/), '/cms-admin/config'],
      ['There are no tax rates: prices are not taxed.', '/cms-ecom/tax-rates'],
      ['Payment by invoice is on, but has no instructions.', '/cms-ecom/payments'],
      ['Collection is on, but has no address or hours.', '/cms-ecom/payments'],
      [
        'Card, through Stripe is not offered. Missing: Secret key and Signing secret of the webhook.',
        '/cms-ecom/payments',
      ],
      ['Buyers can also pay by PayPal, with a business account of yours.', '/cms-ecom/payments'],
    ]);
    const steps = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
    expect([steps('Required').length, steps('Recommended').length]).toEqual([8, 5]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each([
    [
      ['currency'],
      'Card, through Stripe is not offered: it cannot charge all amounts in the shop’s currency.',
    ],
    [['stripeSecretKey', 'currency'], undefined],
  ])('asks for no keys that would not help: %j', async (keys, words) => {
    const gateways: DashboardOut['setUp']['gateways'] = [
      { key: 'card', isOn: true, isOffered: false, missing: keys },
      { key: 'button', isOn: true, isOffered: false, missing: ['paypalCurrency'] },
      { key: 'invoice', isOn: true, isOffered: true, missing: [] },
    ];
    site.answer = { body: dashboard({ setUp: { ...dashboard().setUp, gateways } }) };
    show('admin');
    await screen.findByText(/ is not offered: its currency is not the shop’s/);
    expect(screen.queryByText(/^Card/)?.textContent).toBe(words);
  });

  it('says that product lists lead nowhere, or might lead to several pages', async () => {
    const product = { ref: 'ecom.product', pages: 2, namingPages: [] as string[] };
    site.uses = [...site.uses, product];
    const { unmount } = show('ecom:read', 'editor');
    await screen.findByText('Product lists lead nowhere: no page shows a product.');
    expect(missing()).toEqual([[expect.anything(), '/cms-admin/pages']]);
    screen.getByRole('button', { name: 'Create the shop’s pages' });
    unmount();
    product.namingPages = ['/a', '/b'];
    show('ecom:read', 'editor');
    await screen.findByText(/Several pages show a product/);
    expect(missing()).toEqual([[expect.anything(), '/cms-admin/plugin-page-finder']]);
    expect(screen.queryByRole('button', { name: 'Create the shop’s pages' })).toBeNull();
  });

  it.each([
    ['the only page that shows a product is meant', ['/a'], 0],
    ['each list has its page', ['/a', '/b'], 1],
  ])('says nothing of product lists where %s', async (_, namingPages, chosen) => {
    site.uses = [...site.uses, { ref: 'ecom.product', pages: 1, namingPages }];
    site.lists = { all: 1, chosen };
    show('ecom:read', 'editor');
    await screen.findByText(/Nothing was sold/);
    await waitFor(() => expect(site.calls.map(({ path }) => path)).toContain('/cms/plugins/uses'));
    await waitFor(() =>
      expect(site.calls.filter(({ path }) => path === '/cms/plugins/places')).toHaveLength(
        namingPages.length === 1 ? 0 : 2,
      ),
    );
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
  });

  it('asks the rest of the site nothing for those who may see the shop alone', async () => {
    show('ecom:write');
    await screen.findByText(/Nothing was sold/);
    expect(new Set(site.calls.map(({ path }) => path))).toEqual(new Set(['/cms/site', '/ecom/dashboard']));
  });
});
