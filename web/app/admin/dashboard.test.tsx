import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
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
    .getAllByText(/^(Pages|Accounts|Files and mail|Shop|Customer relationships)$/)
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
    return status(path !== '/auth/internal/status');
  });
  show();
  await screen.findByText('Prices');
  expect(screen.queryByText('Not found')).toBeNull();
  await waitFor(() => expect(partsShown()).toEqual(['Pages', 'Accounts', 'Files and mail', 'Shop']));
  const stateOf = (part: string) =>
    screen.getByText(part).closest('li')?.textContent?.replace(part, '').trim();
  await waitFor(() =>
    expect(['Pages', 'Accounts', 'Files and mail', 'Shop'].map(stateOf)).toEqual([
      'Running',
      'In trouble',
      'Running',
      'Not answering',
    ]),
  );
});

it('leads from a part that has failed events to them', async () => {
  storeClaims(claimsWith('admin'));
  answerCalls(({ path }) =>
    path === '/client/pages'
      ? { body: { results: [], total: 0 } }
      : status(true, path === '/cms/internal/status' ? 2 : 0),
  );
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
      : status(true),
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
  answerCalls(({ path }) =>
    path === '/cms/site'
      ? { body: { hasMail: false } }
      : { body: { dependencies: {}, results: [], total: 0 } },
  );
  show();
  await screen.findByText(/No mail server is set up/);
  expect(screen.queryAllByRole('link', { name: 'the mail log' })).toHaveLength(links);
  clearClaims();
});

it('says nothing of emails where they are sent', async () => {
  answerCalls(({ path }) =>
    path === '/cms/site'
      ? { body: { hasMail: true } }
      : { body: { dependencies: {}, results: [], total: 0 } },
  );
  show();
  await waitFor(() => expect(screen.getAllByText('Running')).toHaveLength(3));
  expect(screen.queryByText(/No mail server/)).toBeNull();
});
