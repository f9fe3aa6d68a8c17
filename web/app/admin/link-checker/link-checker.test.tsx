import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CheckOut, LinkOut, LinkUseOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const link: LinkOut = {
  id: '7',
  address: '/lost',
  isInternal: true,
  state: 'broken',
  reason: 'page_not_found',
  status: 404,
  destination: null,
  isIgnored: false,
  firstSeenAt: '2026-03-01T00:00:00Z',
  lastCheckedAt: '2026-03-02T00:00:00Z',
  useCount: 2,
};
const use: LinkUseOut = {
  id: '8',
  link,
  pageId: '9',
  pageTitle: 'About',
  pageUrl: '/about',
  pageCount: 4,
  holder: 'layout',
  holderName: 'Default',
  part: 'plugin',
  partId: '10',
  label: 'Text',
  field: 'content',
  written: '/lost',
  kind: 'link',
  text: 'read more',
};
const finished: CheckOut = {
  id: '1',
  state: 'done',
  progress: 1,
  message: null,
  job: '/client/jobs/1',
  startedAt: '2026-03-02T00:00:00Z',
  finishedAt: '2026-03-02T00:00:00Z',
  pages: 4,
  links: 2,
};

let calls: Call[];
let check: CheckOut | null;
/** Which part of a replacement the service fails at; 0 for none. */
let stopsAt = 0;
let shown: LinkOut;
let isAway = false;
let recheck: () => ReturnType<Parameters<typeof answerCalls>[0]>;

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  check = finished;
  shown = link;
  stopsAt = 0;
  isAway = false;
  recheck = () => ({ body: link });
  let asked = 0;
  calls = answerCalls(({ path, method, query }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/client/links/checks/latest' && method === 'DELETE') {
      check = { ...finished, state: 'cancelled' };
      return { status: 204 };
    }
    if (path === '/client/links/checks/latest' && isAway) return { status: 503 };
    if (path === '/client/links/checks/latest') return { body: { check } };
    if (path === '/client/links/checks') {
      check = { ...finished, state: 'running', progress: 0.5, message: 'Reading pages: 2 of 4' };
      return { status: 202, body: check };
    }
    if (path.endsWith('/replacements')) {
      asked += 1;
      if (asked === stopsAt) return { status: 503, body: { title: 'Service unavailable', status: 503 } };
      return { body: { fixId: '5', changed: 1, skipped: [], remaining: asked === 1 ? 1 : 0 } };
    }
    if (path.endsWith('/undo')) {
      if (query.get('start') === '0') return { body: { changed: 1, skipped: [], next: 20 } };
      const skipped = [{ pageId: '9', pageTitle: 'About', detail: 'This has been changed meanwhile.' }];
      return { body: { changed: 1, skipped, next: null } };
    }
    if (path === '/cms/url-maps') return { status: 201, body: { id: '3', version: 1 } };
    if (path === '/client/links/7/checks') return recheck();
    if (path === '/client/links/7') return { body: shown };
    const results = path.endsWith('/uses') ? [use] : path === '/client/links' ? [link] : [];
    return { body: { results, total: results.length, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (path = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/link-checker${path}`);
};
const messages = () => useToasts.getState().toasts.map(({ message }) => message);
const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);

it('says what is wrong with each address, and what the last check came to', async () => {
  show();
  await screen.findByText('There is no such page on this site.');
  await screen.findByText(/2 addresses on 4 pages/);
  expect(await accessibilityFaults()).toEqual([]);
});

it('says that the last check could not be read, and reads it anew', async () => {
  isAway = true;
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check all links' }).disabled).toBe(true);
  expect(screen.queryByText(/not been checked yet/)).toBeNull();
  isAway = false;
  await user.click(retry);
  await screen.findByText(/2 addresses on 4 pages/);
});

it('does not call a file of the site checked, nor still to be checked', async () => {
  shown = { ...link, address: '/files/a.pdf', state: 'unchecked', reason: 'not_checked', status: null };
  show('/7');
  await screen.findByText('Links to your own files are not checked.');
  expect(screen.queryByText(/^Checked/)).toBeNull();
});

it('shows how far a check is, which can be cancelled', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Check all links' }));
  await screen.findByText('Reading pages: 2 of 4');
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.5);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText(/was cancelled/);
});

it('replaces an address everywhere, some pages at a time, and says what could not be taken back', async () => {
  const { user } = show('/7');
  await user.click(await screen.findByRole('button', { name: 'Replace everywhere…' }));
  await screen.findByText('In 2 places across the site.');
  await user.type(screen.getByLabelText('New address'), 'https://new.example/{Enter}');
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  expect(useToasts.getState().toasts[0]?.message).toBe('The link was replaced in 2 places.');
  expect(sent()).toEqual([
    ['/client/links/7/replacements', { to: 'https://new.example/' }],
    ['/client/links/7/replacements', { to: 'https://new.example/', fixId: '5' }],
  ]);
  useToasts.getState().toasts[0]?.action?.onClick();
  await waitFor(() => expect(sent().at(-1)).toEqual(['/client/links/fixes/5/undo', undefined]));
  await waitFor(() =>
    expect(useToasts.getState().toasts.at(-1)?.message).toContain('“About” was left as it is'),
  );
  expect(useToasts.getState().toasts.map(({ message }) => message)).toContain(
    'The link is back in 2 places.',
  );
});

it('tells what was replaced before the service failed, with the way back', async () => {
  stopsAt = 2;
  const { user } = show('/7');
  await user.click(await screen.findByRole('button', { name: 'Replace everywhere…' }));
  await user.type(await screen.findByLabelText('New address'), 'https://new.example/{Enter}');
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(2));
  const [done, failed] = useToasts.getState().toasts;
  expect(done?.message).toBe('The link was replaced in 1 place.');
  expect(failed?.kind).toBe('danger');
  done?.action?.onClick();
  await waitFor(() => expect(sent().at(-1)).toEqual(['/client/links/fixes/5/undo', undefined]));
});

it('unlinks in one place, and says where that is shared', async () => {
  const { user } = show('/7');
  expect(await screen.findByText('Text: read more · 4 pages')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Unlink here: About' }));
  await waitFor(() => expect(sent()[0]).toEqual(['/client/links/7/replacements', { to: null, useId: '8' }]));
});

it('says at once that it checks an address again, and then what came of it', async () => {
  let answer = () => {};
  recheck = () =>
    new Promise((resolve) => {
      answer = () => resolve({ body: { ...link, state: 'ok', reason: null } });
    });
  const { user } = show('/7');
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(messages()).toEqual(['Checking /lost…']));
  answer();
  await waitFor(() => expect(messages()).toEqual(['Works: /lost']));
  recheck = () => ({ status: 429, body: { title: 'Too many requests', detail: 'Wait a moment.' } });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(messages()).toEqual(['Works: /lost', 'Wait a moment.']));
});

it('redirects from a page that is not there, with a way back', async () => {
  const { user } = show('/7');
  await user.click(await screen.findByRole('button', { name: 'Redirect to…' }));
  await user.type(screen.getByLabelText('Send visitors to'), '/new{Enter}');
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  expect(sent()).toEqual([
    ['/cms/url-maps', { source: '/lost', destination: '/new', responseCode: 301 }],
    ['/client/links/7/checks', undefined],
  ]);
});

it('lists places by page', async () => {
  const { user } = show('/places');
  await screen.findByText('About (Default)');
  await user.selectOptions(screen.getByLabelText('State'), 'Needs attention');
  await waitFor(() =>
    expect(calls.at(-1)?.query.getAll('state')).toEqual(['broken', 'redirected', 'unclear']),
  );
});
