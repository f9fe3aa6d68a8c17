import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { at, rest, show, status } from './testing.tsx';

afterEach(() => vi.unstubAllGlobals());

const page = (id: number, title: string, url: string) => ({
  id: String(id),
  title,
  url,
  updatedAt: '2026-01-02T00:00:00Z',
});
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
