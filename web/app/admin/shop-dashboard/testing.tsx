/** For tests: the shop's dashboard, and the site that it is asked of. */
import { screen, within } from '@testing-library/react';
import type { DashboardOut } from '../../api/generated/index.ts';
import { storeClaims } from '../../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

export const none = { orders: 0, takings: 0 };
export const dayOf = (number: number) => `2026-03-${String(number).padStart(2, '0')}`;

export function dashboard(changed: Partial<DashboardOut> = {}): DashboardOut {
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

interface Answer {
  status?: number;
  body?: unknown;
}

interface Site {
  /** What the dashboard answers. */
  answer: Answer;
  uses: { ref: string; pages: number; namingPages: string[] }[];
  lists: { all: number; chosen: number };
  /** What making the shop's pages answers, and deleting each of them. */
  making: Answer;
  deleting: (url: string) => Answer;
  calls: Call[];
}

/** A site whose shop has all that it needs. Tests change what it answers. */
export function serveSite(): Site {
  const site: Site = {
    answer: { body: dashboard() },
    uses: ['ecom.category', 'ecom.basketManagement', 'ecom.checkout'].map((ref) => ({
      ref,
      pages: 1,
      namingPages: [],
    })),
    lists: { all: 1, chosen: 0 },
    making: { status: 201, body: [] },
    deleting: () => ({ status: 204 }),
    calls: [],
  };
  site.calls = answerCalls(({ method, path, query }) => {
    if (path === '/client/pages/shop') {
      // From then on they are there.
      if (site.making.status === 201) for (const use of site.uses) use.pages = 1;
      return site.making;
    }
    if (method === 'DELETE') {
      for (const use of site.uses) use.pages = 0;
      return site.deleting(path);
    }
    if (path === '/cms/site')
      return { body: { hasEcom: true, hasCRM: false, hasMail: true, timezone: 'Europe/London' } };
    if (path === '/cms/config') return { body: [{ key: 'contactAddress', value: '' }] };
    if (path === '/cms/plugins/places') {
      const { all, chosen } = site.lists;
      return { body: { results: [], total: query.has('field') ? chosen : all, start: 0, limit: 1 } };
    }
    return path === '/ecom/dashboard' ? site.answer : { body: site.uses };
  });
  return site;
}

/** The dashboard as somebody with these scopes sees it. */
export function show(...scopes: string[]) {
  storeClaims(claimsWith(...scopes));
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  const pages = { path: '/cms-admin/pages', Component: () => <h1>Pages</h1> };
  return renderScreen([{ path: '/cms-ecom/*', Component }, pages], '/cms-ecom');
}

/** What is said to be missing, and where each leads. */
export const missing = () => {
  const card = screen.getByRole('heading', { name: 'To set up' }).closest('section') as HTMLElement;
  return within(card)
    .getAllByRole('listitem')
    .map((item) => [item.firstChild?.textContent, within(item).getByRole('link').getAttribute('href')]);
};
