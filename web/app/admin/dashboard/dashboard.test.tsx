import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { jobStreamed } from '../../testing/job-streams.ts';
import { answerCalls, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { Dashboard } from './dashboard.tsx';

afterEach(() => vi.unstubAllGlobals());

const page = (id: number, title: string, url: string) => ({
  id: String(id),
  title,
  url,
  updatedAt: '2026-01-02T00:00:00Z',
});
const status = (isWell: boolean, failedEvents = 0) => ({
  body: { failedEvents, dependencies: { database: { ok: true }, redis: { ok: isWell } } },
});

const none = { results: [], total: 0 };
/** What all else on the dashboard is told: there is nothing, and all is well. */
function rest(path: string) {
  if (path === '/cms/config') return { body: [] };
  if (path === '/cms/site') return { body: { hasMail: true } };
  if (path === '/client/links/checks/latest') return { body: { check: null } };
  return path.endsWith('/internal/status') ? status(true) : { body: none };
}

const show = () =>
  renderScreen(
    [
      {
        path: '/cms-admin',
        Component: () => (
          <main>
            <Dashboard />
          </main>
        ),
      },
    ],
    '/cms-admin',
  );
const partsShown = () =>
  screen
    .getAllByText(/^(Pages|Accounts|Files and email|Shop|Customer relationships)$/)
    .map((one) => one.textContent);

it('lists what changed last, and the parts that the site has with how they are', async () => {
  answerCalls(({ path }) => {
    if (path === '/cms/site') return { body: { hasEcom: true, hasCRM: false } };
    if (path === '/client/pages') {
      return {
        body: { results: [page(1, 'Not found', '/error/404'), page(2, 'Prices', '/prices')], total: 2 },
      };
    }
    if (path === '/ecom/internal/status') return { status: 503 };
    return path === '/auth/internal/status' ? status(false) : rest(path);
  });
  show();
  await screen.findByText('Prices');
  expect(screen.queryByText('Not found')).toBeNull();
  await waitFor(() => expect(partsShown()).toEqual(['Pages', 'Accounts', 'Files and email', 'Shop']));
  const stateOf = (part: string) =>
    screen.getByText(part).closest('li')?.textContent?.replace(part, '').trim();
  await waitFor(() =>
    expect(['Pages', 'Accounts', 'Files and email', 'Shop'].map(stateOf)).toEqual([
      'Running',
      'Has problems',
      'Running',
      'Not answering',
    ]),
  );
});

it('leads from a part that has failed events to them', async () => {
  storeClaims(claimsWith('admin'));
  answerCalls(({ path }) => (path === '/cms/internal/status' ? status(true, 2) : rest(path)));
  show();
  const link = await screen.findByRole('link', { name: '2 failed events' });
  expect(link.getAttribute('href')).toBe('/cms-admin/failed-events?service=cms');
  expect(screen.getAllByText('Running')).toHaveLength(2);
  clearClaims();
});

it('says when the pages cannot be read, and shows the rest', async () => {
  answerCalls(({ path }) =>
    path === '/client/pages'
      ? { status: 500, body: { title: 'Internal Server Error', errors: [] } }
      : rest(path),
  );
  show();
  await screen.findByText('Internal Server Error');
  await waitFor(() => expect(screen.getAllByText('Running')).toHaveLength(3));
});

it.each([
  [['admin'], 1],
  [['editor'], 0],
])('says to %j that emails are not sent', async (scopes, links) => {
  storeClaims(claimsWith(...scopes));
  answerCalls(({ path }) => (path === '/cms/site' ? { body: { hasMail: false } } : rest(path)));
  show();
  await screen.findByText(/No mail server is set up/);
  expect(screen.queryAllByRole('link', { name: 'Emails' })).toHaveLength(links);
  clearClaims();
});

it('keeps the room of the lines that there were the last time, until they are read', async () => {
  storeClaims(claimsWith('admin', 'ecom:read'));
  localStorage.setItem('pw-last-has-shop', 'true');
  localStorage.setItem('pw-last-failed-jobs', '2');
  const known = Promise.withResolvers<void>();
  answerCalls(async ({ path }) => {
    if (path === '/cms/site' || path === '/cms/jobs') await known.promise;
    if (path === '/ecom/dashboard') return { status: 503 };
    return path === '/cms/site' ? { body: { hasEcom: true, hasMail: true } } : rest(path);
  });
  show();
  const linesOf = (title: string) => {
    const card = screen.getByRole('heading', { name: title }).closest('section');
    return [...(card?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  };
  await screen.findByRole('heading', { name: 'To set up' });
  expect(linesOf('To set up')).toContain('Shop');
  expect(linesOf('Services').some((line) => line.startsWith('Shop'))).toBe(true);
  expect(linesOf('Needs attention').filter((line) => line === '')).toHaveLength(2);
  known.resolve();
  await waitFor(() => expect(linesOf('Needs attention').filter((line) => line === '')).toHaveLength(0));
  localStorage.clear();
  clearClaims();
});

it('draws no stand-ins for failed jobs that could not be read', async () => {
  storeClaims(claimsWith('admin'));
  localStorage.setItem('pw-last-failed-jobs', '2');
  answerCalls(({ path }) => (path === '/cms/jobs' ? { status: 503 } : rest(path)));
  show();
  await waitFor(() => expect(at('Failed jobs')).toMatch('Not available at the moment'));
  const card = screen.getByRole('heading', { name: 'Needs attention' }).closest('section');
  const lines = [...(card?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  expect(lines.filter((line) => line === '')).toEqual([]);
  localStorage.clear();
  clearClaims();
});

it('hides nothing while pages that could not be read are tried again', async () => {
  storeClaims(claimsWith('admin'));
  localStorage.clear();
  let asked = 0;
  answerCalls(async ({ path, query }) => {
    if (path !== '/client/pages' || !String(query).includes('updatedAt')) return rest(path);
    asked += 1;
    if (asked > 1) await new Promise(() => undefined);
    return { status: 503 };
  });
  show();
  await waitFor(() => expect(asked).toBe(1));
  await waitFor(() => expect(document.querySelector('[data-arriving]')).toBeNull());
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(asked).toBe(2));
  await act(async () => undefined);
  expect(document.querySelector('[data-arriving]')).toBeNull();
  clearClaims();
});

it('says nothing of emails where they are sent', async () => {
  answerCalls(({ path }) => rest(path));
  show();
  await waitFor(() => expect(screen.getAllByText('Running')).toHaveLength(3));
  expect(screen.queryByText(/No mail server/)).toBeNull();
});

const at = (name: string) => screen.getByText(name).closest('li')?.textContent?.replace(name, '').trim();

it('names the latest failed jobs, which are dismissed there and brought back', async () => {
  storeClaims(claimsWith('admin'));
  let dismissedAt: string | null = null;
  const job = () =>
    jobStreamed({ state: 'failed', error: { code: 'smtp', detail: 'Nobody answered.' }, dismissedAt });
  const calls = answerCalls(({ method, path }) => {
    if (path === '/cms/jobs/j1/dismissal') {
      dismissedAt = method === 'PUT' ? '2026-01-02T00:00:00Z' : null;
      return { body: job() };
    }
    if (path !== '/cms/jobs') return rest(path);
    return { body: dismissedAt ? none : { results: [job()], total: 1 } };
  });
  show();
  await screen.findByText('Nobody answered.');
  expect(at('Failed jobs')).toBe('1 needs attention');
  expect(calls.find(({ path }) => path === '/cms/jobs')?.query.get('isDismissed')).toBe('false');
  expect(await accessibilityFaults()).toEqual([]);
  screen.getByRole('button', { name: 'Dismiss: Backup' }).click();
  await waitFor(() => expect(at('Failed jobs')).toBe('None'));
  expect(screen.queryByText('Nobody answered.')).toBeNull();
  useToasts.getState().toasts[0]?.action?.onClick();
  await screen.findByText('Nobody answered.');
  clearClaims();
});

it('leads to the emails that were stored without a mail server, while none has failed', async () => {
  storeClaims(claimsWith('admin'));
  answerCalls(({ path, query }) =>
    path === '/cms/emails'
      ? { body: { results: [], total: query.get('state') === 'kept' ? 2 : 0 } }
      : rest(path),
  );
  show();
  const link = await screen.findByRole('link', { name: '2 stored' });
  expect(link.getAttribute('href')).toBe('/cms-admin/emails?state=kept');
  clearClaims();
});

it('says what waits for somebody, and leads there', async () => {
  storeClaims(claimsWith('admin'));
  const totals: Record<string, number> = {
    '/client/links': 3,
    '/cms/url-maps/missing': 0,
    '/cms/blog/posts/filters/page': 1,
    '/cms/emails': 2,
    '/cms/jobs': 3,
    '/auth/jobs': 1,
  };
  const calls = answerCalls(({ path }) => {
    if (path === '/client/links/checks/latest') return { body: { check: { state: 'done' } } };
    if (path === '/cms/config') return { body: [{ key: 'contactAddress', value: '' }] };
    return path in totals ? { body: { results: [], total: totals[path] } } : rest(path);
  });
  show();
  const found = await screen.findByRole('link', { name: '3 addresses' });
  expect(found.getAttribute('href')).toBe('/cms-admin/link-checker?state=broken');
  expect((await screen.findByRole('link', { name: '2 failed' })).getAttribute('href')).toBe(
    '/cms-admin/emails?state=failed',
  );
  expect((await screen.findByRole('link', { name: '4 need attention' })).getAttribute('href')).toBe(
    '/cms-admin/jobs?state=failed',
  );
  expect((await screen.findByRole('link', { name: '1 not shown' })).getAttribute('href')).toBe(
    '/cms-admin/blog/categories?state=without_page',
  );
  expect((await screen.findByRole('link', { name: '1 scheduled' })).getAttribute('href')).toBe(
    '/cms-admin/blog/categories?state=scheduled',
  );
  await waitFor(() => expect(at('Missing addresses')).toBe('None'));
  expect(calls.find(({ path }) => path === '/client/links')?.query.getAll('state')).toEqual(['broken']);
  expect(await accessibilityFaults()).toEqual([]);
  clearClaims();
});

it.each([
  ['failed', 'The last one failed'],
  ['done', 'None failed'],
  [undefined, 'None failed'],
])('says of a scheduled backup that is %s: %s', async (state, words) => {
  storeClaims(claimsWith('admin'));
  const calls = answerCalls(({ path }) =>
    path === '/cms/backups' && state ? { body: { results: [{ state }], total: 1 } } : rest(path),
  );
  show();
  await waitFor(() => expect(at('Scheduled backups')).toBe(words));
  const kinds = calls.filter(({ path }) => path === '/cms/backups').map(({ query }) => query.getAll('kind'));
  expect(kinds).toContainEqual(['scheduled']);
  const link = screen.queryByRole('link', { name: 'The last one failed' });
  expect(link?.getAttribute('href')).toBe(state === 'failed' ? '/cms-admin/backups' : undefined);
  clearClaims();
});

it('says of a scheduled backup that some files were not whole', async () => {
  storeClaims(claimsWith('admin'));
  answerCalls(({ path }) =>
    path === '/cms/backups'
      ? { body: { results: [{ state: 'done', faultyFiles: 2 }], total: 1 } }
      : rest(path),
  );
  show();
  const link = await screen.findByRole('link', { name: '2 files were missing or damaged' });
  expect(link.getAttribute('href')).toBe('/cms-admin/backups');
  clearClaims();
});

it('keeps a line whose part is away and reads it anew, and tells editors nothing of mail', async () => {
  storeClaims(claimsWith('editor'));
  let isAway = true;
  const calls = answerCalls(({ path }) =>
    isAway && path === '/cms/url-maps/missing' ? { status: 503 } : rest(path),
  );
  const { user } = show();
  await screen.findByRole('link', { name: 'Never checked' });
  await waitFor(() => expect(at('Missing addresses')).toMatch('Not available at the moment'));
  expect(screen.queryByText('Unsent emails')).toBeNull();
  expect(screen.queryByText('Scheduled backups')).toBeNull();
  expect(calls.map(({ path }) => path)).not.toContain('/cms/emails');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(at('Missing addresses')).toBe('None'));
  clearClaims();
});

it('says of backups that nobody has scheduled that they are off', async () => {
  storeClaims(claimsWith('admin'));
  answerCalls(({ path }) =>
    path === '/cms/config' ? { body: [{ key: 'backupSchedule', value: 'off' }] } : rest(path),
  );
  show();
  await waitFor(() => expect(at('Scheduled backups')).toBe('Off'));
  clearClaims();
});

describe('the set-up', () => {
  const entries = (over: Record<string, unknown> = {}) =>
    Object.entries({
      logo: null,
      contactAddress: '',
      captchaProvider: '',
      backupSchedule: 'off',
      ...over,
    }).map(([key, value]) => ({ key, value, isSet: Boolean(value) }));
  let config: unknown[];
  let site: Record<string, unknown>;
  let made: number;
  let setUp: Record<string, unknown>;

  const begin = (...scopes: string[]) => {
    localStorage.clear();
    storeClaims(claimsWith(...scopes));
    return answerCalls(({ path, query }) => {
      if (path === '/cms/config') return { body: config };
      if (path === '/cms/site') return { body: site };
      if (path === '/ecom/dashboard') return { body: { setUp } };
      if (path === '/cms/plugins/uses') return { body: [] };
      if (path === '/cms/backups' && !query.has('kind')) return { body: { results: [], total: made } };
      return rest(path);
    });
  };

  beforeEach(() => {
    config = entries();
    site = { hasMail: false, hasEcom: false, hasCRM: false };
    made = 0;
    setUp = {
      hasProducts: false,
      hasDelivery: true,
      hasTaxRates: false,
      hasSeller: true,
      silentGateways: [],
      gateways: [],
    };
  });

  afterEach(() => clearClaims());

  const card = async () =>
    (await screen.findByRole('heading', { name: 'To set up' })).closest('section') as HTMLElement;
  const lines = (within: HTMLElement) =>
    [...within.querySelectorAll('li')].map((line) => [
      line.firstElementChild?.textContent,
      line.lastElementChild?.textContent,
      line.querySelector('a')?.getAttribute('href'),
    ]);

  it('says what the site lacks, each with the way to it', async () => {
    begin('admin');
    show();
    const shown = await card();
    await waitFor(() =>
      expect(lines(shown)).toEqual([
        ['Logo', 'Not set', '/cms-admin/site#logo'],
        ['Contact address', 'Not set', '/cms-admin/config#contactAddress'],
        ['Mail server', 'Not set', '/cms-admin/emails'],
        ['Spam protection', 'Built-in', undefined],
        ['Backups', 'None yet', '/cms-admin/backups'],
      ]),
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('takes a captcha provider for unfinished as long as a key is missing', async () => {
    config = entries({ captchaProvider: 'hcaptcha', captchaSiteKey: 'key', captchaSecret: null });
    begin('admin');
    show();
    await screen.findByRole('link', { name: 'A key is missing' });
  });

  it('says of the shop how much it lacks, to whoever may look', async () => {
    site = { hasMail: true, hasEcom: true, hasCRM: false };
    begin('editor', 'ecom:read');
    show();
    const link = await screen.findByRole('link', { name: /tasks? left/ });
    expect(link.getAttribute('href')).toBe('/cms-ecom');
    // Products and a way to pay; tax rates are optional.
    await waitFor(() => expect(link.textContent).toBe('2 tasks left'));
    expect(lines(await card())).toHaveLength(1);
  });

  it('is nothing for editors of a site without a shop', async () => {
    const calls = begin('editor');
    show();
    await waitFor(() => expect(screen.getAllByText('Running')).toHaveLength(3));
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
    expect(calls.map(({ path }) => path)).not.toContain('/cms/config');
  });

  it('goes once nothing is left, and does not come back while it is read', async () => {
    config = entries({ logo: { fileId: 'f' }, contactAddress: 'office@willow.example' });
    site = { hasMail: true, hasEcom: false, hasCRM: false };
    made = 1;
    begin('admin');
    const { unmount } = show();
    await waitFor(() => expect(localStorage.getItem('pw-last-site-set-up')).toBe('true'));
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
    unmount();
    show();
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
  });
});
