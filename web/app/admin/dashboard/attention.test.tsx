import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { jobStreamed } from '../../testing/job-streams.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { at, none, rest, show } from './testing.tsx';

afterEach(() => vi.unstubAllGlobals());

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
  expect(calls.find(({ path }) => path === '/cms/jobs')?.query.get('is-dismissed')).toBe('false');
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
