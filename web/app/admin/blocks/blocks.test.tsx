import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BranchInList, JobOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { logOut } from '../../session/tokens.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { jobStreamed, Stream } from '../../testing/job-streams.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { useRemovals } from './removing.ts';

const hours = {
  id: '7',
  version: 4,
  name: 'Opening hours',
  block: { nodes: [] },
  pageCount: 3,
  updatedAt: '2026-03-01T00:00:00Z',
} as unknown as BranchInList;
const job = { id: 'j', state: 'running', progress: 0.25, error: null } as unknown as JobOut;

let calls: Call[];
let blocks: BranchInList[];
let latest: JobOut;
let stream: Stream | undefined;

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  blocks = [hours];
  latest = job;
  stream = undefined;
  calls = answerCalls(({ path, method, body }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/client/jobs/j') return { body: latest };
    if (path === '/client/jobs/j/events') return stream ? { stream } : { status: 503, body: {} };
    if (method === 'DELETE') return { status: 202, body: job };
    if (method === 'POST') {
      const copy = { ...hours, id: '8', pageCount: 0, ...(body as object) };
      blocks = [...blocks, copy];
      return { status: 201, body: copy };
    }
    return { body: { results: blocks, total: blocks.length, start: 0, limit: 25 } };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const show = () => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], '/cms-admin/blocks');
};
const choose = async (user: ReturnType<typeof show>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'More actions: Opening hours' }));
  await user.click(await screen.findByRole('menuitem', { name }));
};
const lapse = () => {
  const [toast] = useToasts.getState().toasts;
  useToasts.setState({ toasts: [] });
  toast?.onLapse?.();
};

it('leads to the pages that show a block', async () => {
  show();
  const pages = await screen.findByRole('link', { name: '3 pages' });
  expect(pages.getAttribute('href')).toBe('/cms-admin/pages?block=7');
  expect(await accessibilityFaults()).toEqual([]);
});

it('makes a copy, which can be taken back', async () => {
  const { user } = show();
  await choose(user, 'Duplicate');
  await screen.findByRole('link', { name: 'Copy of Opening hours' });
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Copy of Opening hours',
    copyOf: '7',
  });
  latest = { ...job, state: 'done' };
  useToasts.getState().toasts[0]?.action?.onClick();
  await waitFor(() => expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/client/blocks/8'));
  // What goes on would be told of in the next test.
  await waitFor(() => expect(useRemovals.getState().removals).toEqual([]));
});

it('shows how far a deletion has come, and what it ended with', async () => {
  const { user } = show();
  await choose(user, 'Delete');
  await screen.findByText(/was deleted/);
  lapse();
  const progress = await screen.findByRole('progressbar', { name: /Opening hours/ });
  expect(progress.getAttribute('value')).toBe('0.25');
  expect(calls.find(({ method }) => method === 'DELETE')?.headers.get('prefer')).toBe('respond-async');
  latest = {
    ...job,
    state: 'failed',
    error: { code: 'unexpected', detail: 'The worker was stopped.', errors: [], status: null },
  };
  await screen.findByText('The worker was stopped.');
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  await screen.findByRole('link', { name: 'Opening hours' });
});

it('lets somebody log out at once while it goes on', async () => {
  const { user } = show();
  await choose(user, 'Delete');
  await screen.findByText(/was deleted/);
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  await logOut('/gone');
  const sent = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(sent).toEqual(['/client/blocks/7', '/auth/tokens']);
  expect(assign).toHaveBeenCalledWith('/gone');
  expect(useRemovals.getState().removals).toHaveLength(1);
  latest = { ...job, state: 'done' };
  await waitFor(() => expect(useRemovals.getState().removals).toEqual([]));
});

it('shows how far the removal is as it is told of, without looking', async () => {
  stream = new Stream();
  const { user } = show();
  await choose(user, 'Delete');
  lapse();
  const told = { ...job, ...jobStreamed({ id: 'j' }) };
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/events'))).toBe(true));
  stream.send({ ...told, progress: 0.75 });
  const progress = await screen.findByRole('progressbar', { name: /Opening hours/ });
  await waitFor(() => expect(progress.getAttribute('value')).toBe('0.75'));
  blocks = [];
  stream.send({ ...told, state: 'done', progress: 1 });
  await waitFor(() => expect(useRemovals.getState().removals).toEqual([]));
  expect(calls.map(({ path }) => path)).not.toContain('/client/jobs/j');
});
