import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DashboardOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

const none = { orders: 0, takings: 0 };
const dayOf = (number: number) => `2026-03-${String(number).padStart(2, '0')}`;

function dashboard(changed: Partial<DashboardOut> = {}): DashboardOut {
  return {
    currency: 'GBP',
    timezone: 'Europe/London',
    otherCurrencies: [],
    periods: [1, 7, 30].map((days) => ({ days, ...none, before: none })),
    days: Array.from({ length: 30 }, (_, index) => ({ date: dayOf(index + 1), ...none })),
    waiting: { paid: 0, preparing: 0, unpaidInvoices: 0, unpaidCollections: 0 },
    stock: { low: 0, out: 0 },
    money: { failedPayments: 0, failedRefunds: 0, stuckRefunds: 0 },
    setUp: {
      hasProducts: true,
      hasDelivery: true,
      hasTaxRates: true,
      untaxedClasses: [],
      hasSeller: true,
      silentGateways: [],
      gateways: [{ key: 'invoice', isOn: true, isOffered: true, missing: [] }],
    },
    ...changed,
  };
}

let answer: { status?: number; body?: unknown };
let uses: { ref: string; pages: number; namingPages: string[] }[];
let lists: { all: number; chosen: number };
/** What making the shop's pages answers, and deleting each of them. */
let making: { status?: number; body?: unknown };
let deleting: (url: string) => { status?: number; body?: unknown };
let calls: Call[];

beforeEach(() => {
  answer = { body: dashboard() };
  uses = ['ecom.category', 'ecom.basketManagement', 'ecom.checkout'].map((ref) => ({
    ref,
    pages: 1,
    namingPages: [],
  }));
  lists = { all: 1, chosen: 0 };
  making = { status: 201, body: [] };
  deleting = () => ({ status: 204 });
  calls = answerCalls(({ method, path, query }) => {
    if (path === '/client/pages/shop') {
      // From then on they are there.
      if (making.status === 201) for (const use of uses) use.pages = 1;
      return making;
    }
    if (method === 'DELETE') {
      for (const use of uses) use.pages = 0;
      return deleting(path);
    }
    if (path === '/cms/site')
      return { body: { hasEcom: true, hasCRM: false, hasMail: true, timezone: 'Europe/London' } };
    if (path === '/cms/config') return { body: [{ key: 'contactAddress', value: '' }] };
    if (path === '/cms/plugins/places')
      return {
        body: { results: [], total: query.has('field') ? lists.chosen : lists.all, start: 0, limit: 1 },
      };
    return path === '/ecom/dashboard' ? answer : { body: uses };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

function show(...scopes: string[]) {
  storeClaims(claimsWith(...scopes));
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  const pages = { path: '/cms-admin/pages', Component: () => <h1>Pages</h1> };
  return renderScreen([{ path: '/cms-ecom/*', Component }, pages], '/cms-ecom');
}

const missing = () => {
  const card = screen.getByRole('heading', { name: 'To set up' }).closest('section') as HTMLElement;
  return within(card)
    .getAllByRole('listitem')
    .map((item) => [item.firstChild?.textContent, within(item).getByRole('link').getAttribute('href')]);
};

describe('the dashboard of the shop', () => {
  it('shows takings and orders, by the clocks of the site', async () => {
    const days = dashboard().days.with(28, { date: dayOf(29), orders: 2, takings: 5_000 });
    const periods = [
      { days: 1, ...none, before: none },
      { days: 7, orders: 2, takings: 5_000, before: { orders: 1, takings: 4_000 } },
      { days: 30, orders: 2, takings: 5_000, before: { orders: 9, takings: 10_000 } },
    ];
    answer = { body: dashboard({ days, periods, otherCurrencies: ['EUR'] }) };
    const { user } = show('ecom:read');
    await screen.findByText('25 % more than in the 7 days before');
    screen.getByText('50 % less than in the 30 days before');
    screen.getByText(
      /less what was refunded that day.*time zone Europe\/London.*Orders in EUR are not counted/,
    );
    expect(calls.find(({ path }) => path === '/ecom/dashboard')?.query.get('timezone')).toBe('Europe/London');

    const chart = screen.getByRole('slider', { name: 'Sales by day' });
    chart.focus();
    await user.keyboard('{ArrowLeft}');
    expect(chart.getAttribute('aria-valuetext')).toBe('29 March 2026: £50.00, 2 orders');
    await user.click(screen.getByText('Show as a table'));
    expect(screen.getByRole('row', { name: '29 Mar 2026 2 £50.00' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Orders' }));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('draws a day on which more went back than came', async () => {
    const days = dashboard().days.with(29, { date: dayOf(30), orders: 0, takings: -900 });
    answer = { body: dashboard({ days }) };
    show('ecom:read');
    const chart = await screen.findByRole('slider', { name: 'Sales by day' });
    expect(chart.getAttribute('aria-valuetext')).toContain('-£9.00');
    // Nothing is at the top, and the last day as far below it as the scale has it.
    expect(chart.querySelector('path:last-child')?.getAttribute('d')).toMatch(/^M0 0L.* 0L100 90$/);
  });

  it('says where nothing was sold', async () => {
    show('ecom:read');
    await screen.findByText(/Nothing was sold in the last 30 days/);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
    expect(screen.getAllByText('None')).toHaveLength(8);
  });

  it('leads from what waits to the list that shows it', async () => {
    answer = {
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

  it('names the tax classes of products that no rate is for', async () => {
    const { setUp } = dashboard();
    answer = { body: dashboard({ setUp: { ...setUp, untaxedClasses: ['reduced-rate', 'zero-rate'] } }) };
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
    answer = { body: dashboard({ setUp: { ...setUp, hasProducts: false, hasDelivery: false } }) };
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
    answer = {
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
    uses = [{ ref: 'ecom.checkout', pages: 0, namingPages: [] }];
    show('admin');
    await screen.findByText(/No page has a checkout/);
    await screen.findByText(/The site has no contact address/);
    expect(missing()).toEqual([
      ['No page shows products.', '/cms-admin/pages'],
      ['No page has the basket.', '/cms-admin/pages'],
      ['No page has a checkout, so nobody can order.', '/cms-admin/pages'],
      ['No product with a price is published.', '/cms-ecom/products'],
      ['No delivery charges in GBP are set: nothing can be sent.', '/cms-ecom/shipping-matrix'],
      [expect.stringMatching(/Invoices do not say who sells/), '/cms-ecom/settings'],
      ['There is no payment method, so nobody can order.', '/cms-ecom/payments'],
      [expect.stringMatching(/no contact address/), '/cms-admin/config'],
      ['There are no tax rates: prices are not taxed.', '/cms-ecom/tax-rates'],
      ['Buyers may pay by invoice, and are not told how.', '/cms-ecom/payments'],
      ['Buyers may collect their order, and are not told where and when.', '/cms-ecom/payments'],
      [
        'Card, through Stripe is not offered. Missing: Secret key and Signing secret of the webhook.',
        '/cms-ecom/payments',
      ],
      ['Buyers can also pay by PayPal, with a business account of yours.', '/cms-ecom/payments'],
    ]);
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
    answer = { body: dashboard({ setUp: { ...dashboard().setUp, gateways } }) };
    show('admin');
    await screen.findByText(/ is not offered: its currency is not the shop’s/);
    expect(screen.queryByText(/^Card/)?.textContent).toBe(words);
  });

  describe('the shop’s pages', () => {
    const name = 'Create the shop’s pages';
    const press = async (user: ReturnType<typeof show>['user']) =>
      await user.click(await screen.findByRole('button', { name }));
    const deleted = () => calls.filter(({ method }) => method === 'DELETE');

    beforeEach(() => {
      for (const use of uses) use.pages = 0;
      const titles = ['Order placed', 'Checkout', 'Basket', 'Product', 'Shop'];
      making.body = titles.map((title, index) => ({ id: `page-${index}`, title, version: 11 + index }));
    });

    it('are made at the press of a button, and said', async () => {
      const { user, router } = show('ecom:read', 'editor');
      await press(user);
      await screen.findByText('5 pages created: Order placed, Checkout, Basket, Product and Shop.');
      expect(calls.filter(({ path }) => path === '/client/pages/shop').map(({ method }) => method)).toEqual([
        'POST',
      ]);
      await waitFor(() => expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull());
      await user.click(screen.getByRole('button', { name: 'Show pages' }));
      expect(router.state.location.pathname).toBe('/cms-admin/pages');
      // There one sees what Undo would take.
      screen.getByRole('button', { name: 'Undo' });
    });

    it('are taken back by Undo, each as it was made, and can be made again', async () => {
      const { user } = show('ecom:read', 'editor');
      await press(user);
      await user.click(await screen.findByRole('button', { name: 'Undo' }));
      await screen.findByRole('button', { name });
      expect(deleted().map(({ path, headers }) => [path, headers.get('If-Match')])).toEqual(
        [4, 3, 2, 1, 0].map((index) => [`/client/pages/page-${index}`, `"${11 + index}"`]),
      );
      expect(screen.queryByText(/^5 pages created/)).toBeNull();
      expect(await accessibilityFaults()).toEqual([]);
    });

    it('stay where somebody has changed them meanwhile, which Undo says', async () => {
      const detail = 'This record has been changed meanwhile.';
      deleting = (path) =>
        path.endsWith('-2')
          ? { status: 412, body: { title: 'Changed', detail, errors: [] } }
          : { status: 204 };
      const { user } = show('ecom:read', 'editor');
      await press(user);
      await user.click(await screen.findByRole('button', { name: 'Undo' }));
      await screen.findByText(detail);
      expect(deleted()).toHaveLength(5);
    });

    it('are asked for again where they could not be made', async () => {
      const detail = 'The default layout has no place for a page’s own content.';
      const { body } = making;
      making = { status: 422, body: { title: 'No own column', detail, errors: [] } };
      const { user } = show('ecom:read', 'editor');
      await press(user);
      await screen.findByText(detail);
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
      making = { status: 201, body };
      await press(user);
      await screen.findByText(/^5 pages created/);
    });

    it('may be there already', async () => {
      making.body = [];
      const { user } = show('ecom:read', 'editor');
      await press(user);
      await screen.findByText('The shop has its pages already.');
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    });

    it('are offered while one of them is missing', async () => {
      for (const use of uses) use.pages = use.ref === 'ecom.checkout' ? 0 : 1;
      making.body = [{ id: 'page', title: 'Checkout', version: 3 }];
      const { user } = show('ecom:read', 'editor');
      await press(user);
      await screen.findByText('Page created: Checkout.');
    });

    it('are not offered to those who may make none', async () => {
      answer = { body: dashboard({ setUp: { ...dashboard().setUp, hasProducts: false } }) };
      show('ecom:write');
      await screen.findByText('No product with a price is published.');
      expect(screen.queryByRole('button', { name })).toBeNull();
    });

    it('are not offered for another gap', async () => {
      for (const use of uses) use.pages = 1;
      answer = { body: dashboard({ setUp: { ...dashboard().setUp, hasProducts: false } }) };
      show('ecom:read', 'editor');
      await screen.findByText('No product with a price is published.');
      await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/cms/plugins/uses'));
      expect(screen.queryByRole('button', { name })).toBeNull();
    });
  });

  it('says that product lists lead nowhere, or might lead to several pages', async () => {
    const product = { ref: 'ecom.product', pages: 2, namingPages: [] as string[] };
    uses = [...uses, product];
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
    uses = [...uses, { ref: 'ecom.product', pages: 1, namingPages }];
    lists = { all: 1, chosen };
    show('ecom:read', 'editor');
    await screen.findByText(/Nothing was sold/);
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/cms/plugins/uses'));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/cms/plugins/places')).toHaveLength(
        namingPages.length === 1 ? 0 : 2,
      ),
    );
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
  });

  it('asks the rest of the site nothing for those who may see the shop alone', async () => {
    show('ecom:write');
    await screen.findByText(/Nothing was sold/);
    expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/cms/site', '/ecom/dashboard']));
  });

  it('says that it could not be read, and reads it anew', async () => {
    answer = { status: 503, body: { title: 'Service Unavailable', errors: [] } };
    const { user } = show('ecom:read');
    await screen.findByText('Service Unavailable');
    answer = { body: dashboard() };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/Nothing was sold/);
  });

  it('is for those who may read the shop', async () => {
    show('editor');
    await screen.findByText('You cannot open this');
    await waitFor(() => expect(calls.map(({ path }) => path)).not.toContain('/ecom/dashboard'));
  });
});
