import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GoogleStateOut, ReportOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import { VisitsCard } from './visits-card.tsx';

const REPORT: ReportOut = {
  startDate: '2026-02-27',
  endDate: '2026-03-01',
  path: null,
  timeZone: 'America/Los_Angeles',
  totals: { visitors: 1200, views: 3000 },
  before: { visitors: 1000, views: 6000 },
  days: [
    { date: '2026-02-27', visitors: 400, views: 1000 },
    { date: '2026-02-28', visitors: 0, views: 0 },
    { date: '2026-03-01', visitors: 900, views: 2000 },
  ],
  pages: [
    { path: '/prices', visitors: 700, views: 2000 },
    { path: '//evil.example/', visitors: 500, views: 1000 },
  ],
  sources: [
    { name: '(direct)', visitors: 700, views: 2000 },
    { name: 'google', visitors: 500, views: 1000 },
  ],
};

let calls: Call[];
let state: GoogleStateOut;
let report: { status?: number; body: unknown };

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  state = {
    isConfigured: true,
    isConnected: true,
    redirectAddress: 'https://site.example/oauth2/callback/google',
  };
  report = { body: REPORT };
  calls = answerCalls(({ method, path }) => {
    if (path === '/cms/google/reports') return report;
    if (path === '/cms/google/consent') return { body: { address: 'https://accounts.google.com/o?x=1' } };
    if (method === 'DELETE') {
      state = { ...state, isConnected: false };
      return { status: 204 };
    }
    return { body: state };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (search = '') =>
  renderScreen(
    [
      {
        path: '/cms-admin/*',
        Component: () => (
          <main>
            <AdminScreen />
          </main>
        ),
      },
    ],
    `/cms-admin/analytics${search}`,
  );
const reportsAsked = () =>
  calls.filter(({ path }) => path === '/cms/google/reports').map(({ query }) => Object.fromEntries(query));

it('shows who came, compared with before, and where to', async () => {
  show();
  expect(await screen.findByText('1,200')).toBeDefined();
  screen.getByText('20 % more than in the 3 days before');
  screen.getByText('50 % less than in the 3 days before');
  expect(screen.getByRole('link', { name: '/prices' }).getAttribute('href')).toBe('/prices');
  expect(screen.queryByRole('link', { name: '//evil.example/' })).toBeNull();
  screen.getByText('Directly, by typing or a bookmark');
  expect(await accessibilityFaults()).toEqual([]);
});

it('tells each day by keys, and all of them in a table', async () => {
  show();
  const chart = await screen.findByRole('slider', { name: 'Visits by day' });
  expect(chart.getAttribute('aria-valuetext')).toBe('1 March 2026: 900 visitors, 2,000 views');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(chart.getAttribute('aria-valuetext')).toBe('28 February 2026: 0 visitors, 0 views');
  fireEvent.keyDown(chart, { key: 'Home' });
  expect(chart.getAttribute('aria-valuenow')).toBe('0');
  fireEvent.keyDown(chart, { key: 'PageUp' });
  expect(chart.getAttribute('aria-valuenow')).toBe('2');
  const table = within(screen.getByText('Show as a table').closest('details') as HTMLElement);
  expect(table.getAllByRole('row', { hidden: true })).toHaveLength(4);
});

it('asks for the days and the page that its address names', async () => {
  const { user } = show('?from=2026-02-01&to=2026-02-03');
  await screen.findByText('1,200');
  await user.type(screen.getByRole('textbox', { name: /^Page/ }), 'prices');
  await waitFor(() =>
    expect(reportsAsked().at(-1)).toEqual({
      'start-date': '2026-02-01',
      'end-date': '2026-02-03',
      path: '/prices',
    }),
  );
});

it('says that nobody came', async () => {
  const none = { visitors: 0, views: 0 };
  report = { body: { ...REPORT, totals: none, before: none, pages: [], sources: [] } };
  show();
  await screen.findByRole('heading', { name: 'No visits in these days' });
});

it('says what is wrong at Google, and asks anew by hand', async () => {
  report = { status: 429, body: { title: 'Google quota exceeded', detail: 'Try again in a few minutes.' } };
  const { user } = show();
  await screen.findByText('Try again in a few minutes.');
  report = { body: REPORT };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('1,200');
});

it('leads an administrator from the set-up to Google and away from it', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  state = { ...state, isConfigured: false, isConnected: false };
  const first = show();
  await screen.findByText('https://site.example/oauth2/callback/google');
  expect(await accessibilityFaults()).toEqual([]);
  first.unmount();
  state = { ...state, isConfigured: true };
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Connect with Google' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.google.com/o?x=1'));
});

it('is disconnected, and offers to connect again where Google has ended it', async () => {
  report = { status: 503, body: { code: 'google_not_connected', title: 'Google not connected' } };
  const { user } = show();
  await screen.findByRole('button', { name: 'Connect again' });
  await user.click(screen.getByRole('button', { name: 'Disconnect from Google' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await screen.findByRole('button', { name: 'Connect with Google' });
});

it('shows editors the visits, and nothing to connect', async () => {
  storeClaims(claimsWith('editor'));
  const first = show();
  await screen.findByText('1,200');
  expect(screen.queryByRole('button', { name: 'Disconnect from Google' })).toBeNull();
  first.unmount();
  state = { ...state, isConnected: false };
  show();
  await screen.findByText('Analytics are not set up');
});

it('is not for others', async () => {
  storeClaims(claimsWith('crm:read'));
  show();
  await screen.findByText('You cannot open this');
  expect(calls).toEqual([]);
});

it('is on the dashboard once there is something to show', async () => {
  const card = () => renderScreen([{ path: '/', Component: VisitsCard }], '/');
  state = { ...state, isConnected: false };
  const first = card();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByText('Visitors')).toBeNull();
  first.unmount();
  state = { ...state, isConnected: true };
  card();
  await screen.findByText('1,200');
  expect(screen.getByRole('link', { name: 'Analytics' }).getAttribute('href')).toBe('/cms-admin/analytics');
});

it('has its room on the dashboard from the beginning, once it was there', async () => {
  const card = () => renderScreen([{ path: '/', Component: VisitsCard }], '/');
  const first = card();
  await screen.findByText('1,200');
  first.unmount();
  state = { ...state, isConnected: false };
  calls = answerCalls(() => new Promise(() => undefined));
  card();
  expect(await screen.findByText('Visitors')).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(['/cms/google']);
});
