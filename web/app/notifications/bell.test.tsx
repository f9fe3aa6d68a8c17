import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationOut } from '../api/generated/index.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { BellPlace } from './bell-place.tsx';

const news = (id: string, kind: string, data: NotificationOut['data'], isRead = false): NotificationOut => ({
  id,
  at: `2026-01-01T00:00:0${id}Z`,
  kind,
  data,
  isRead,
});

let wording: Record<string, NotificationOut[]>;
let away: string[];
let hasEcom: boolean;
let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  away = [];
  hasEcom = false;
  wording = {
    '/cms': [
      news('4', 'job.failed', { job: 'backups.create', isOwn: false, detail: 'The disk is full.' }),
      news('2', 'emails.failed', { count: 2 }),
      news('1', 'job.done', { job: 'backups.create', isOwn: true }, true),
    ],
    '/client': [
      news('3', 'job.done', { job: 'links.check', isOwn: true }),
      news('5', 'something.newer', { of: 'a later release' }),
    ],
  };
  calls = answerCalls(({ path, method, body }) => {
    if (path === '/cms/site' && !away.includes(path)) return { body: { hasEcom, hasCRM: false } };
    if (path === '/cms/site') return { status: 502, body: { title: 'Bad Gateway' } };
    const service = path.split('/notifications')[0] ?? '';
    if (away.includes(service)) return { status: 502, body: { title: 'Bad Gateway' } };
    if (method === 'PUT') {
      const { ids } = body as { ids: string[] };
      wording[service] = (wording[service] ?? []).map((each) =>
        ids.includes(each.id) ? { ...each, isRead: true } : each,
      );
      return { status: 204 };
    }
    const results = wording[service] ?? [];
    return { body: { results, unread: results.filter(({ isRead }) => !isRead).length } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = () =>
  renderScreen(
    [
      {
        path: '/cms-admin/*',
        Component: () => (
          <main>
            <h1>Admin</h1>
            <BellPlace />
          </main>
        ),
      },
    ],
    '/cms-admin',
  );
const bell = (name: string) => screen.findByRole('button', { name });
const open = async (user: ReturnType<typeof show>['user'], name = '3 unread notifications') => {
  await user.click(await bell(name));
  return within(await screen.findByRole('dialog', { hidden: true }));
};
const marked = () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);

it('tells of both services in words, the latest first, and says how many are new', async () => {
  const { user } = show();
  const list = await open(user);
  const links = await list.findAllByRole('link', { hidden: true });
  expect(links.map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')])).toEqual(
    [
      ['Unread: Failed: Backup', '/cms-admin/jobs?state=failed'],
      ['Unread: All links were checked', '/cms-admin/link-checker'],
      ['Unread: 2 emails could not be sent', '/cms-admin/emails?state=failed'],
      ['Your backup is ready', '/cms-admin/backups'],
    ],
  );
  list.getByText('The disk is full.');
  const said = screen.getAllByRole('status', { hidden: true }).map(({ textContent }) => textContent);
  expect(said).toContain('3 unread notifications');
  expect(await accessibilityFaults()).toEqual([]);
});

it.each([
  [12, '12'],
  [120, '99+'],
])('has in its name what is seen of %i', async (count, seen) => {
  const all = Array.from({ length: count }, (_, index) =>
    news(`${index + 1}`, 'job.failed', { job: 'backups.create', isOwn: false, detail: '' }),
  );
  wording = { '/cms': all };
  show();
  expect((await bell(`${seen} unread notifications`)).textContent).toBe(seen);
  expect(await accessibilityFaults()).toEqual([]);
});

it('tells of stock that is low, one product or several', async () => {
  hasEcom = true;
  const one = { groupId: 'g1', name: 'Log basket: L', stock: 4, count: 1 };
  wording = { '/ecom': [news('2', 'stock.low', one), news('1', 'stock.low', { ...one, count: 3 })] };
  const { user } = show();
  const list = await open(user, '2 unread notifications');
  const links = await list.findAllByRole('link', { hidden: true });
  expect(links.map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')])).toEqual(
    [
      ['Unread: Low in stock: Log basket: L', '/cms-ecom/products/g1'],
      ['Unread: Low in stock: Log basket: L and 2 other products', '/cms-ecom/products?stock=low'],
    ],
  );
  list.getByText('4 left');
});

it('marks what is gone to as read, and that alone', async () => {
  const { user } = show();
  const list = await open(user);
  await user.click(await list.findByRole('link', { name: /All links were checked/, hidden: true }));
  await bell('2 unread notifications');
  expect(marked()).toEqual([['/client/notifications/read', { ids: ['3'], until: '2026-01-01T00:00:03Z' }]]);
});

it('marks all as read, each with the service that wording of it', async () => {
  const { user } = show();
  const list = await open(user);
  await user.click(await list.findByRole('button', { name: 'Mark all as read', hidden: true }));
  await bell('Notifications');
  expect(marked()).toEqual([
    ['/client/notifications/read', { ids: ['3'], until: '2026-01-01T00:00:03Z' }],
    ['/cms/notifications/read', { ids: ['4', '2'], until: '2026-01-01T00:00:04Z' }],
  ]);
  expect(list.queryByRole('button', { name: 'Mark all as read', hidden: true })).toBeNull();
});

it('tells what one service has while the other is away', async () => {
  away = ['/cms'];
  const { user } = show();
  const list = await open(user, '1 unread notification');
  await list.findByText('All links were checked');
});

it('says so where there is nothing, and closes with Escape', async () => {
  wording = {};
  const { user } = show();
  const list = await open(user, 'Notifications');
  list.getByText(/Nothing new/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
});

it.each([[['crm:read']], [[]]])('is not there for %j', async (scopes) => {
  storeClaims(claimsWith(...scopes));
  show();
  await screen.findByRole('heading', { name: 'Admin' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(calls).toEqual([]);
});

describe('of the shop', () => {
  beforeEach(() => {
    hasEcom = true;
    wording['/ecom'] = [
      news('7', 'refunds.failed', { orderId: 'o1', order: 'W-1042', amount: 5400, currency: 'GBP' }),
      news('6', 'job.done', { job: 'imports.apply', isOwn: true }),
      news('8', 'job.failed', { job: 'imports.apply', isOwn: false, detail: 'Row 3 has no price.' }),
    ];
  });

  it('tells those who work on it of imports and refunds, and asks the other services nothing', async () => {
    storeClaims(claimsWith('ecom:read'));
    const { user } = show();
    const list = await open(user);
    const links = await list.findAllByRole('link', { hidden: true });
    expect(
      links.map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Unread: Failed: Import into the shop', '/cms-ecom/import'],
      ['Unread: A refund of order W-1042 failed', '/cms-ecom/orders/o1'],
      ['Unread: The import into the shop is done', '/cms-ecom/import'],
    ]);
    list.getByText('£54.00');
    expect(calls.map(({ path }) => path)).toEqual(['/cms/site', '/ecom/notifications']);
    await user.click(await list.findByRole('button', { name: 'Mark all as read', hidden: true }));
    await bell('Notifications');
    expect(marked()).toEqual([
      ['/ecom/notifications/read', { ids: ['8', '7', '6'], until: '2026-01-01T00:00:08Z' }],
    ]);
  });

  it('leads administrators from a failed import to the import, too', async () => {
    wording = { '/ecom': wording['/ecom'] ?? [] };
    const { user } = show();
    const list = await open(user);
    const link = await list.findByRole('link', { name: /Failed: Import/, hidden: true });
    expect(link.getAttribute('href')).toBe('/cms-ecom/import');
  });

  it.each([
    ['where the site has none', false, false],
    ['while nobody can say whether it has one', true, true],
  ])('tells nothing %s', async (_, has, isAway) => {
    hasEcom = has;
    if (isAway) away = ['/cms/site'];
    const { user } = show();
    await open(user);
    expect(calls.map(({ path }) => path)).not.toContain('/ecom/notifications');
  });
});
