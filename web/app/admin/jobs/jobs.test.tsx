import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { Stream } from '../../testing/job-streams.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const jobOf = (id: string, name: string, day: number, over: Partial<JobOut> = {}): JobOut => ({
  id,
  name,
  state: 'done',
  progress: 1,
  message: null,
  attempts: 1,
  result: null,
  error: null,
  createdBy: 'user',
  isCancellable: false,
  createdAt: `2026-03-0${day}T00:00:00Z`,
  updatedAt: `2026-03-0${day}T00:00:00Z`,
  finishedAt: `2026-03-0${day}T00:01:00Z`,
  dismissedAt: null,
  ...over,
});

let jobs: Record<string, JobOut[]>;
let hasEcom: boolean;
let denied: string[];
let streams: Map<string, Stream> | undefined;
let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  hasEcom = true;
  denied = [];
  streams = undefined;
  const running = { state: 'running', progress: 0.4, message: '4 of 10 pages', isCancellable: true } as const;
  const failed = { state: 'failed', error: { code: 'smtp', detail: 'Nobody answered.' } } as const;
  jobs = {
    '/client/jobs': [jobOf('1', 'links.check', 3, running), jobOf('2', 'branches.remove', 1)],
    '/cms/jobs': [jobOf('3', 'emails.deliver', 2, failed)],
    '/ecom/jobs': [jobOf('4', 'imports.apply', 4)],
    '/auth/jobs': [jobOf('5', 'auth.purge', 5, { ...failed, createdBy: null })],
  };
  calls = answerCalls(({ method, path, query }) => {
    const dismissed = /^(.*)\/(\w+)\/dismissal$/.exec(path);
    if (dismissed) {
      const job = jobs[dismissed[1] ?? '']?.find(({ id }) => id === dismissed[2]);
      Object.assign(job as JobOut, { dismissedAt: method === 'PUT' ? '2026-03-06T00:00:00Z' : null });
      return { body: job };
    }
    if (method === 'POST') {
      jobs['/client/jobs']?.splice(0, 1);
      return { status: 204 };
    }
    if (path === '/cms/site') return { body: { hasEcom, hasCRM: false } };
    if (path === '/auth/users') return { body: { results: query.get('q') === 'ada' ? [ada] : [], total: 0 } };
    if (path === '/auth/users/user') return { body: ada };
    if (path === '/auth/users/gone') return { status: 404, body: { title: 'Not Found' } };
    if (path === '/auth/users/super') return { status: 403, body: { title: 'Forbidden' } };
    if (path.endsWith('/events')) {
      if (!streams) return { status: 503, body: {} };
      const stream = new Stream();
      streams.set(`${path}?${query.getAll('id').join()}`, stream);
      return { stream };
    }
    if (denied.includes(path)) return { status: 403, body: { title: 'Forbidden' } };
    const state = query.get('state');
    const isDismissed = query.get('is-dismissed');
    const results = (jobs[path] ?? []).filter(
      (job) =>
        (!state || job.state === state) &&
        (isDismissed === null || isDismissed === String(job.dismissedAt !== null)),
    );
    return { body: { results, total: results.length, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const ada = { id: 'user', person: { firstName: 'Ada', lastName: 'Lovelace' } };
const names = () => shown().map(([name]) => name);
const asked = (path: string) => calls.filter((call) => call.path === path).at(-1)?.query;

const show = (search = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/jobs${search}`);
};
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(1, 4).map((cell) => cell.textContent));

describe('jobs', () => {
  it('are those of all services, the latest first, each with how it is', async () => {
    show();
    await screen.findByText('5 in all');
    expect(shown()).toEqual([
      ['Removal of expired sessions and links', 'Failed', 'Nobody answered.'],
      ['Import into the shop', 'Done', '–'],
      ['Check of all links', 'Running', '4 of 10 pages'],
      ['Email delivery', 'Failed', 'Nobody answered.'],
      ['Deletion of a shared block', 'Done', '–'],
    ]);
    expect((await screen.findAllByText('Ada Lovelace')).length).toBe(4);
    screen.getByText('The site itself');
    expect(screen.getByRole('progressbar', { name: 'Progress of Check of all links' })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('say of a starter who was deleted that they were, and nothing of one whom somebody may not see', async () => {
    jobs['/cms/jobs'] = [jobOf('3', 'emails.deliver', 2, { createdBy: 'gone' })];
    jobs['/ecom/jobs'] = [jobOf('4', 'imports.apply', 4, { createdBy: 'super' })];
    show();
    await screen.findByText('5 in all');
    await screen.findByText('a deleted account');
    const [, imported] = screen.getAllByRole('row').slice(1);
    await waitFor(() => expect(imported?.children[4]?.textContent).toBe('–'));
  });

  it('of a shop that there is not, and of what somebody may not see, are left out', async () => {
    hasEcom = false;
    denied = ['/auth/jobs'];
    show();
    await screen.findByText('3 in all');
    expect(names()).toEqual(['Check of all links', 'Email delivery', 'Deletion of a shared block']);
    expect(calls.map(({ path }) => path)).not.toContain('/ecom/jobs');
  });

  it('are searched for by their words, by who started them and by what they say', async () => {
    const { user } = show();
    await screen.findByText('5 in all');
    await user.type(screen.getByLabelText('Search jobs'), 'shop');
    await waitFor(() => expect(asked('/cms/jobs')?.get('q')).toBe('shop'));
    await waitFor(() =>
      expect(asked('/ecom/jobs')?.getAll('or-kind')).toEqual([
        'shop_files.ask',
        'imports.plan',
        'imports.apply',
      ]),
    );
    await user.clear(screen.getByLabelText('Search jobs'));
    await user.type(screen.getByLabelText('Search jobs'), 'ada');
    await waitFor(() => expect(asked('/cms/jobs')?.getAll('or-starter')).toEqual(['user']));
  });

  it('are sorted by their state and their end, over all services', async () => {
    jobs['/ecom/jobs'] = [jobOf('4', 'imports.apply', 4, { state: 'queued', finishedAt: null })];
    const { unmount } = show('?sort=state');
    await screen.findByText('5 in all');
    expect(shown().map(([, state]) => state)).toEqual(['Done', 'Failed', 'Failed', 'Waiting', 'Running']);
    unmount();
    show('?sort=-finishedAt');
    await screen.findByText('5 in all');
    // As the services sort: what has not ended is the latest.
    expect(names()[0]).toBe('Import into the shop');
    expect(asked('/cms/jobs')?.get('sort')).toBe('-finishedAt');
  });

  it('can be narrowed to a state', async () => {
    show('?state=failed');
    await screen.findByText('2 in all');
    expect(names()).toEqual(['Removal of expired sessions and links', 'Email delivery']);
  });

  it('can be narrowed to a service, and to all by one that there is not', async () => {
    const { unmount } = show('?service=cms');
    await screen.findByText('1 in all');
    expect(shown().map(([name]) => name)).toEqual(['Email delivery']);
    unmount();
    show('?service=nobody');
    await screen.findByText('5 in all');
  });

  it('are followed all that are under way, those of a service by one stream', async () => {
    streams = new Map();
    const running = { state: 'running', finishedAt: null, progress: 0.1 } as const;
    const more = [jobOf('6', 'links.check', 6, running), jobOf('7', 'branches.remove', 7, running)];
    const backup = jobOf('8', 'backups.create', 8, running);
    jobs = { '/client/jobs': more, '/cms/jobs': [backup] };
    const { unmount } = show();
    await screen.findByText('3 in all');
    const keys = ['/client/jobs/events?7,6', '/cms/jobs/8/events?'];
    await waitFor(() => expect([...(streams?.keys() ?? [])].sort()).toEqual([...keys].sort()));
    const [content, cms] = keys.map((key) => streams?.get(key) as Stream);
    content?.send({ ...(more[0] as JobOut), progress: 0.5, message: '5 of 10 pages' });
    content?.send({ ...(more[1] as JobOut), progress: 0.75, message: '3 of 4 pages' });
    cms?.send({ ...backup, progress: 0.25, message: '1 of 4 files' });
    for (const words of ['5 of 10 pages', '3 of 4 pages', '1 of 4 files']) await screen.findByText(words);
    expect(screen.getAllByRole<HTMLProgressElement>('progressbar').map(({ value }) => value)).toEqual([
      0.25, 0.75, 0.5,
    ]);
    // One ends, and the stream goes on for the other.
    Object.assign(more[0] as JobOut, { state: 'done', progress: 1 });
    content?.send(more[0] as JobOut);
    await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(2));
    content?.send({ ...(more[1] as JobOut), message: '4 of 4 pages' });
    await screen.findByText('4 of 4 pages');
    expect(streams.size).toBe(2);
    unmount();
    await waitFor(() => expect([content?.isLeft, cms?.isLeft]).toEqual([true, true]));
  });

  it('are dismissed where they failed, and that is taken back', async () => {
    const { user } = show('?state=failed');
    await screen.findByText('2 in all');
    await user.click(screen.getByRole('button', { name: 'More actions: Email delivery' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Dismiss', hidden: true }));
    await screen.findByText('1 in all');
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('PUT /cms/jobs/3/dismissal');
    act(() => useToasts.getState().toasts[0]?.action?.onClick());
    await screen.findByText('2 in all');
  });

  it('say that they were dismissed, and can be undismissed there', async () => {
    Object.assign(jobs['/cms/jobs']?.[0] as JobOut, { dismissedAt: '2026-03-06T00:00:00Z' });
    const { user } = show('?state=dismissed');
    await screen.findByText('1 in all');
    expect(shown()).toEqual([['Email delivery', 'Failed, dismissed', 'Nobody answered.']]);
    await user.click(screen.getByRole('button', { name: 'More actions: Email delivery' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Undo dismissal', hidden: true }));
    await screen.findByText('Nothing matches the filters');
  });

  it('are dismissed several at once, those that failed', async () => {
    const { user } = show();
    await screen.findByText('5 in all');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Dismiss 2 of them' }));
    await screen.findByText('2 jobs were dismissed.');
    expect(shown().filter(([, state]) => state === 'Failed, dismissed')).toHaveLength(2);
  });

  it('are cancelled several at once, those that can be', async () => {
    const { user } = show();
    await screen.findByText('5 in all');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Cancel 1 of them' }));
    await screen.findByText('1 job is being cancelled.');
    const sent = calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(sent).toEqual(['/client/jobs/1/cancellation']);
  });

  it('are cancelled by their own service, where they can be', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'More actions: Check of all links' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel', hidden: true }));
    await screen.findByText('4 in all');
    const sent = calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(sent).toEqual(['/client/jobs/1/cancellation']);
    expect(screen.queryByRole('button', { name: 'More actions: Check of all links' })).toBeNull();
  });
});
