import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackupOut } from '../api/generated/index.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { jobStreamed, Stream } from '../testing/job-streams.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { AdminScreen } from './admin-screen.tsx';

const running = {
  name: 'backup-20260302-101500',
  kind: 'manual',
  state: 'running',
  createdAt: '2026-03-02T10:15:00Z',
  finishedAt: null,
  parts: [],
  jobId: 'j1',
  progress: 0.1,
  message: 'It begins',
} as unknown as BackupOut;

let backup: BackupOut;
let streams: Stream[];
let refusal: number | undefined;
let calls: Call[];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  storeClaims(claimsWith('super'));
  backup = running;
  streams = [];
  refusal = undefined;
  calls = answerCalls(({ path }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/cms/config') return { body: [] };
    if (path === '/cms/backups/imports/latest') return { body: { latest: null } };
    if (path === '/cms/jobs/j1/events') {
      if (refusal) return { status: refusal, body: {} };
      const stream = new Stream();
      streams.push(stream);
      return { stream };
    }
    return { body: { results: [backup], total: 1, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearClaims();
});

const show = () =>
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
    '/cms-admin/backups',
  );
const looks = () => calls.filter(({ path }) => path === '/cms/backups').length;
const bar = () => screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Progress of the backup' });
// In its own card: the list says it, too, as far as it has looked.
const said = (text: string) => screen.findByText(text, { selector: 'p' });
const opened = (count = 1) =>
  waitFor(() => {
    expect(streams).toHaveLength(count);
    return streams[count - 1] as Stream;
  });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** A screen that is told of the job. */
async function followed() {
  const shown = show();
  const stream = await opened();
  stream.send(jobStreamed({ progress: 0.4, message: '4 of 10 files' }));
  await said('4 of 10 files');
  return { ...shown, stream };
}

it('shows what is told of a job, and looks by itself no more', async () => {
  const { stream } = await followed();
  expect((await bar()).value).toBe(0.4);
  // One more look may have been on its way.
  await pass(2_000);
  const before = looks();
  await pass(20_000);
  expect(looks()).toBe(before);
  expect(streams).toHaveLength(1);
  backup = { ...running, state: 'done', finishedAt: '2026-03-02T10:16:00Z', progress: 1 };
  stream.send(jobStreamed({ state: 'done', progress: 1 }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

it('looks by itself when the stream breaks, and asks for another after a while', async () => {
  const { stream } = await followed();
  backup = { ...running, message: '7 of 10 files' };
  stream.cut();
  await said('7 of 10 files');
  const before = looks();
  await pass(3_000);
  expect(looks()).toBeGreaterThan(before);
  await pass(3_000);
  (await opened(2)).send(jobStreamed({ message: '9 of 10 files' }));
  await said('9 of 10 files');
});

it.each([
  [503, true],
  [404, false],
])('looks by itself where a stream is answered with %i; asks again: %s', async (status, asksAgain) => {
  refusal = status;
  show();
  await bar();
  backup = { ...running, message: '3 of 10 files' };
  await pass(2_000);
  await said('3 of 10 files');
  await pass(20_000);
  const asked = calls.filter(({ path }) => path.endsWith('/events')).length;
  expect(asked > 1).toBe(asksAgain);
});

it('leaves the stream with the screen, and when nobody sees the tab', async () => {
  const { stream, unmount } = await followed();
  const seen = vi.spyOn(document, 'visibilityState', 'get');
  seen.mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(stream.isLeft).toBe(true));
  seen.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const again = await opened(2);
  unmount();
  await waitFor(() => expect(again.isLeft).toBe(true));
  seen.mockRestore();
});
