import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
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
  ...over,
});

let jobs: Record<string, JobOut[]>;
let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  const running = { state: 'running', progress: 0.4, message: '4 of 10 pages', isCancellable: true } as const;
  const failed = { state: 'failed', error: { code: 'smtp', detail: 'Nobody answered.' } } as const;
  jobs = {
    '/client/jobs': [jobOf('1', 'links.check', 3, running), jobOf('2', 'branches.remove', 1)],
    '/cms/jobs': [jobOf('3', 'emails.deliver', 2, failed)],
  };
  calls = answerCalls(({ method, path, query }) => {
    if (method === 'POST') {
      jobs['/client/jobs']?.splice(0, 1);
      return { status: 204 };
    }
    const state = query.get('state');
    const results = (jobs[path] ?? []).filter((job) => !state || job.state === state);
    return { body: { results, total: results.length, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

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
    await screen.findByText('3 in all');
    expect(shown()).toEqual([
      ['Check of all links', 'Running', '4 of 10 pages'],
      ['Sending of an email', 'Failed', 'Nobody answered.'],
      ['Deletion of a shared block', 'Done', ''],
    ]);
    expect(screen.getByRole('progressbar', { name: 'Progress of Check of all links' })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('can be narrowed to a state', async () => {
    show('?state=failed');
    await screen.findByText('1 in all');
    expect(shown().map(([name]) => name)).toEqual(['Sending of an email']);
  });

  it('can be narrowed to a service, and to all by one that there is not', async () => {
    const { unmount } = show('?service=cms');
    await screen.findByText('1 in all');
    expect(shown().map(([name]) => name)).toEqual(['Sending of an email']);
    unmount();
    show('?service=nobody');
    await screen.findByText('3 in all');
  });

  it('are cancelled several at once, those that can be', async () => {
    const { user } = show();
    await screen.findByText('3 in all');
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
    await screen.findByText('2 in all');
    const sent = calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(sent).toEqual(['/client/jobs/1/cancellation']);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull());
  });
});
