import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { rememberTurnedAway } from '../session/turned-away.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import { useToasts } from '../ui/toast.ts';
import { AdminScreen, adminLoader } from './admin-screen.tsx';
import { AdminShell } from './admin-shell.tsx';

let site: { hasEcom: boolean; hasCRM: boolean };
let answer: () => { status?: number; body?: unknown };

const category = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  name: 'Interests',
  version: 1,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
};

beforeEach(() => {
  localStorage.clear();
  site = { hasEcom: true, hasCRM: true };
  answer = () => ({ body: { results: [category], total: 1, start: 0, limit: 10 } });
  answerCalls(({ path }) => {
    if (path.endsWith('/notifications')) return { body: { results: [], unread: 0 } };
    return path === '/cms/site' ? { body: site } : answer();
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

function show(at: string, ...scopes: string[]) {
  storeClaims(claimsWith(...scopes));
  const screens = [{ path: '*', Component: AdminScreen, loader: adminLoader }];
  return renderScreen([{ path: '/*', Component: AdminShell, children: screens }], at);
}

const lines = () =>
  within(screen.getByRole('navigation', { name: 'Admin' }))
    .getAllByRole('link')
    .map((line) => line.getAttribute('href'));

describe('an area', () => {
  it.each([['/cms-admin/crm', 'admin', 'Customer relationships', '/cms-admin/crm/categories']])(
    '%s begins with what can be opened in it',
    async (at, scope, title, address) => {
      show(at, scope);
      await screen.findByRole('heading', { name: title, level: 1 });
      const main = within(screen.getByRole('main'));
      const addresses = main.getAllByRole('link').map((link) => link.getAttribute('href'));
      expect(addresses).toContain(address);
      expect(lines()).toEqual(expect.arrayContaining(addresses));
      expect(await accessibilityFaults()).toEqual([]);
    },
  );

  it('is all that is offered to somebody who has its scopes alone', async () => {
    show('/cms-ecom/brands', 'ecom:read');
    await screen.findByRole('link', { name: 'Shop dashboard' });
    expect(lines()).toContain('/cms-ecom/brands');
    expect(lines().filter((line) => !/^\/cms-ecom(?:\/|$)/.test(line ?? ''))).toEqual([]);
    expect(screen.getByRole('link', { name: 'Pagewright, start' }).getAttribute('href')).toBe('/cms-ecom');
  });

  it.each(['products', 'tax-rates', 'shipping-matrix', 'categories', 'brands'])(
    'begins nothing new in %s for who may only read',
    async (place) => {
      show(`/cms-ecom/${place}/new`, 'ecom:read');
      await screen.findByRole('heading', { name: 'You cannot open this' });
      expect(within(screen.getByRole('main')).queryByRole('textbox')).toBeNull();
    },
  );

  it.each([
    [
      '/cms-admin/crm',
      'crm:read',
      { hasEcom: true, hasCRM: false },
      ['Customer relationships', '/cms-admin/account'],
    ],
    [
      '/cms-admin/crm',
      'crm:read ecom:read',
      { hasEcom: true, hasCRM: false },
      ['Customer relationships', '/cms-ecom'],
    ],
    ['/cms-ecom', 'ecom:read', { hasEcom: false, hasCRM: true }, ['Shop', '/cms-admin/account']],
    ['/cms-ecom/brands', 'ecom:read', { hasEcom: false, hasCRM: false }, ['Shop', '/cms-admin/account']],
  ] as const)(
    'that the site does not have leads from %s with %s to what is open',
    async (at, scopes, without, [name, to]) => {
      site = without;
      const { router } = show(at, ...scopes.split(' '));
      await waitFor(() => expect(router.state.location.pathname).toBe(to));
      expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
        `This site does not have “${name}”.`,
      ]);
      expect(screen.queryByText('Page Not Found')).toBeNull();
    },
  );

  it('that the site does not have is not found by who has another', async () => {
    site = { hasEcom: false, hasCRM: true };
    show('/cms-ecom', 'editor', 'ecom:read');
    const start = await screen.findByRole('link', { name: 'Go to the start' });
    expect(start.getAttribute('href')).toBe('/cms-admin/pages');
  });

  it('says so to somebody to whom nothing of it is open, and lists nothing of it', async () => {
    // Who has crm: scopes alone may open the enquiries and the tags.
    show('/cms-admin/crm', 'crm:write');
    await screen.findByText('You cannot open this');
    expect(within(screen.getByRole('navigation', { name: 'Admin' })).queryAllByRole('link')).toEqual([]);
  });

  it.each([
    ['/cms-admin/crm', { hasEcom: true, hasCRM: false }],
    ['/cms-admin/crm/categories', { hasEcom: true, hasCRM: false }],
    ['/cms-ecom', { hasEcom: false, hasCRM: true }],
  ])('%s is not there on a site without it', async (at, without) => {
    site = without;
    show(at, 'admin');
    await screen.findByText('Page Not Found');
    const area = at
      .split('/')
      .slice(0, at.startsWith('/cms-admin') ? 3 : 2)
      .join('/');
    expect(lines().filter((line) => line?.startsWith(area))).toEqual([]);
  });
});

describe('the toolbar', () => {
  const CRM = '/cms-admin/crm';
  describe('before it is known which areas the site has', () => {
    let answerSite: () => void;
    const known = ['/cms-admin', '/cms-admin/pages'];

    beforeEach(() => {
      const asked = Promise.withResolvers<void>();
      answerSite = asked.resolve;
      answerCalls(async ({ path }) => {
        if (path.endsWith('/notifications')) return { body: { results: [], unread: 0 } };
        if (path !== '/cms/site') return answer();
        await asked.promise;
        return { body: site };
      });
    });

    it('draws nothing that their lines would push down', async () => {
      show('/cms-admin/url-maps', 'admin');
      await screen.findByRole('heading', { level: 1 });
      expect(lines()).toEqual(['/cms-admin']);
      answerSite();
      await screen.findByRole('link', { name: 'Customer relationships' });
      expect(lines()).toEqual(expect.arrayContaining([...known, CRM, '/cms-ecom/brands']));
    });

    it('draws all for a principal who has no scopes of them', async () => {
      show('/cms-admin/url-maps', 'editor');
      await screen.findByRole('heading', { level: 1 });
      expect(lines()).toContain('/cms-admin/pages');
    });

    it('draws all where the site cannot be read, also while that is tried again', async () => {
      let answerAgain = () => {};
      let asked = 0;
      answerCalls(async ({ path }) => {
        if (path.endsWith('/notifications')) return { body: { results: [], unread: 0 } };
        if (path !== '/cms/site') return answer();
        asked += 1;
        if (asked > 1) await new Promise<void>((resolve) => (answerAgain = resolve));
        return { status: 503 };
      });
      show('/cms-admin/url-maps', 'admin');
      await waitFor(() => expect(lines()).toContain('/cms-admin/pages'));
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(asked).toBe(2));
      // What is drawn of a query's state is drawn in the next turn.
      await act(async () => await new Promise((resolve) => setTimeout(resolve)));
      expect(lines()).toContain('/cms-admin/pages');
      answerAgain();
    });

    it('draws those that the browser has known of', async () => {
      localStorage.setItem('pw-last-has-crm', 'true');
      show('/cms-admin/url-maps', 'admin');
      await screen.findByRole('heading', { level: 1 });
      expect(lines()).toEqual(expect.arrayContaining([...known, CRM]));
    });
  });

  it('of the customer relationships has theirs alone, and the way back', async () => {
    show(`${CRM}/categories`, 'admin');
    await screen.findByRole('link', { name: 'Categories' });
    screen.getByRole('link', { name: 'Back to the site' });
    expect(lines()).toEqual(['/cms-admin', CRM, `${CRM}/categories`]);
  });

  it.each(['/cms-admin/url-maps', '/cms-ecom/brands'])(
    'at %s has all else, and one way to them',
    async (at) => {
      show(at, 'admin');
      await screen.findByRole('link', { name: 'Customer relationships' });
      expect(lines().filter((line) => line?.startsWith(CRM))).toEqual([CRM]);
      expect(lines()).toEqual(expect.arrayContaining(['/cms-admin', '/cms-admin/pages', '/cms-ecom/brands']));
    },
  );

  it('leads to no customer relationships where the site has none', async () => {
    site = { hasEcom: true, hasCRM: false };
    show('/cms-admin/url-maps', 'admin');
    await screen.findByRole('link', { name: 'Brands' });
    expect(lines().filter((line) => line?.startsWith(CRM))).toEqual([]);
  });
});

it.each([
  ['/cms-admin/url-maps', 'Redirects'],
  ['/cms-admin/url-maps/new', 'Redirects'],
  ['/cms-admin/url-maps/missing', 'Missing addresses'],
  ['/cms-admin/link-checker/places', 'Links'],
])('%s is open as %s alone', async (at, name) => {
  show(at, 'admin');
  await screen.findByRole('heading', { level: 1 });
  const navigation = within(screen.getByRole('navigation', { name: 'Admin' }));
  await navigation.findByRole('link', { name });
  const open = navigation.getAllByRole('link').filter((line) => line.getAttribute('aria-current') === 'page');
  expect(open.map((line) => line.textContent)).toEqual([name]);
});

describe('whoever was led away from a screen', () => {
  const said = () => useToasts.getState().toasts.map(({ message, detail }) => [message, detail]);

  it.each([
    ['/cms-admin/emails', 'You cannot open “Emails”.'],
    ['/cms-admin/warehouses', 'You cannot open “/cms-admin/warehouses”.'],
  ])('is told that %s is not open to them, once', async (from, message) => {
    rememberTurnedAway(from);
    const { router } = show('/cms-admin/url-maps', 'editor');
    await screen.findByRole('heading', { level: 1 });
    const why = 'You do not have sufficient permissions. Ask an administrator for access.';
    expect(said()).toEqual([[message, why]]);
    await act(() => router.navigate('/cms-admin/url-maps?q=a'));
    expect(said()).toHaveLength(1);
  });
});

describe('a screen of its own', () => {
  it.each(['editor', 'crm:read', 'ecom:read'])('opens by its entry, to %s too', async (scope) => {
    answer = () => ({ status: 503, body: { title: 'Service Unavailable' } });
    show('/cms-admin/account', scope);
    await screen.findByRole('heading', { name: 'Your account', level: 1 });
    await screen.findByText('The service for accounts does not answer at the moment');
    const navigation = within(screen.getByRole('navigation', { name: 'Admin' }));
    expect(navigation.queryByRole('link', { name: 'Your account' })).toBeNull();
  });

  it('is closed to whoever its entry does not name', async () => {
    show('/cms-admin/account', 'club');
    await screen.findByText('You cannot open this');
  });

  it('has nothing below it unless it says so', async () => {
    show('/cms-admin/account/7', 'admin');
    await screen.findByText('There is no screen at this address');
  });
});

describe('the categories of the customer relationships', () => {
  it('are listed', async () => {
    show('/cms-admin/crm/categories', 'admin');
    await screen.findByRole('link', { name: 'Interests' });
  });

  it('can be begun with', async () => {
    answer = () => ({ body: { results: [], total: 0, start: 0, limit: 10 } });
    show('/cms-admin/crm/categories', 'admin');
    await screen.findByText('No categories yet');
    expect(screen.getByRole('link', { name: 'New category' }).getAttribute('href')).toBe(
      '/cms-admin/crm/categories/new',
    );
  });

  it('say why they cannot be shown', async () => {
    answer = () => ({ status: 403, body: { code: 'scope_missing' } });
    show('/cms-admin/crm/categories', 'admin');
    await screen.findByText('You cannot open this');
  });
});
