import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FailedEventOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const eventOf = (digit: number, name: string, failedAt: string): FailedEventOut => ({
  eventId: `0199a1b2-0000-7000-8000-00000000000${digit}`,
  name,
  publisher: 'auth',
  subscriber: `on_${name}`,
  error: `It could not apply ${name}.`,
  failedAt,
});

let failed: Record<string, FailedEventOut[]>;
let away: string | undefined;
let calls: Call[];

const serviceOf = (path: string) => (path.startsWith('/client/') ? 'content' : (path.split('/')[1] ?? ''));

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  away = undefined;
  failed = {
    auth: [eventOf(1, 'site.changed', '2026-03-02T00:00:00Z')],
    cms: [
      eventOf(2, 'user.invited', '2026-03-03T00:00:00Z'),
      eventOf(3, 'user.removed', '2026-03-01T00:00:00Z'),
    ],
  };
  calls = answerCalls(({ path, method, query, body }) => {
    if (path === '/cms/site') return { body: { hasEcom: true, hasCRM: false } };
    const service = serviceOf(path);
    const events = failed[service] ?? [];
    if (service === away) return { status: 503, body: { title: 'Service Unavailable' } };
    if (method === 'POST') {
      const { eventIds } = body as { eventIds: string[] };
      failed[service] = events.filter(({ eventId }) => !eventIds.includes(eventId));
      return { status: 202, body: { count: 1 } };
    }
    const [start, limit] = [Number(query.get('start')), Number(query.get('limit'))];
    return { body: { results: events.slice(start, start + limit), total: events.length, start, limit } };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (search = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/failed-events${search}`);
};
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[1]?.textContent);
const retries = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

describe('failed events', () => {
  it('are those of all services that the site has, the latest first', async () => {
    show();
    await screen.findByText('3 in all');
    expect(shown()).toEqual(['user.invited', 'site.changed', 'user.removed']);
    const asked = new Set(calls.map(({ path }) => serviceOf(path)));
    expect([...asked].sort()).toEqual(['auth', 'cms', 'content', 'ecom']);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('are shown in parts, in the order of all', async () => {
    failed.auth = Array.from({ length: 8 }, (_, index) =>
      eventOf(index, `a${index}`, `2026-02-0${9 - index}`),
    );
    failed.cms = Array.from({ length: 8 }, (_, index) =>
      eventOf(index, `c${index}`, `2026-01-0${9 - index}`),
    );
    show('?page=2');
    await screen.findByText('11–16 of 16');
    expect(shown()).toEqual(['c2', 'c3', 'c4', 'c5', 'c6', 'c7']);
  });

  it('are those of one service where it is chosen', async () => {
    const { user } = show('?service=cms');
    await screen.findByText('2 in all');
    expect(shown()).toEqual(['user.invited', 'user.removed']);
    await user.selectOptions(screen.getByLabelText('Service'), 'Accounts');
    await screen.findByText('1 in all');
  });

  it('are searched for, in all services', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Search failed events'), 'site');
    await waitFor(() => {
      const words = calls.filter(({ query }) => query.get('q') === 'site').map(({ path }) => serviceOf(path));
      expect(words.sort()).toEqual(['auth', 'cms', 'content', 'ecom']);
    });
  });

  it('are retried alone', async () => {
    const { user } = show();
    await user.click(
      await screen.findByRole('button', { name: 'More actions: site.changed, on_site.changed' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Retry', hidden: true }));
    await screen.findByText(/1 event is being retried/);
    await waitFor(() => expect(shown()).toEqual(['user.invited', 'user.removed']));
    expect(retries()).toEqual([
      [
        '/auth/internal/failed-events/retries',
        { eventIds: [eventOf(1, '', '').eventId], subscriber: 'on_site.changed' },
      ],
    ]);
  });

  it('are retried together, each by its own service, and there is no way back', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText('Select all on this page'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText(/3 events are being retried/);
    await screen.findByText('No failed events');
    expect(retries().map(([path]) => path)).toEqual([
      '/cms/internal/failed-events/retries',
      '/auth/internal/failed-events/retries',
      '/cms/internal/failed-events/retries',
    ]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('of the others can be seen while a service is away', async () => {
    away = 'ecom';
    const { user } = show();
    await screen.findByText('“Shop” is not answering. Choose another service.');
    await user.selectOptions(screen.getByLabelText('Service'), 'Accounts');
    await screen.findByText('site.changed');
  });

  it('are for administrators', async () => {
    storeClaims(claimsWith('editor'));
    show();
    await screen.findByText('You cannot open this');
    expect(calls).toEqual([]);
  });
});
