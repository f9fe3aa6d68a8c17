import './configure.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobStreamed, Stream } from '../testing/job-streams.ts';
import { followJob } from './follow-job.ts';
import type { JobOut } from './generated/index.ts';
import { ProblemError } from './problem.ts';
import { watchJob } from './watch-job.ts';

const PLACE = { service: 'cms', id: 'j1' } as const;
/** What the looks are answered, the last of them from then on: a status, no answer at all, or the job. */
let looks: (number | 'away' | JobOut)[];
let stream: Stream | undefined;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  looks = [];
  stream = undefined;
  asked = [];
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    const { pathname } = new URL(input.url);
    asked.push(pathname);
    if (pathname.endsWith('/events'))
      return stream?.response(init?.signal ?? input.signal) ?? new Response('{}', { status: 503 });
    const look = looks.length > 1 ? looks.shift() : looks[0];
    if (look === 'away') throw new TypeError('network');
    return typeof look === 'number' ? new Response('{}', { status: look }) : Response.json(look);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const looked = () => asked.filter((path) => path === '/cms/jobs/j1').length;
/** What comes of it within so many milliseconds. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | unknown> {
  const outcome = work.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(milliseconds);
  return Promise.race([outcome, Promise.resolve('goes on')]);
}

it('is told by a stream, and looks at nothing meanwhile', async () => {
  stream = new Stream();
  const told: number[] = [];
  const job = watchJob(PLACE, { onJob: ({ progress }) => told.push(progress) });
  await vi.advanceTimersByTimeAsync(3_000);
  stream.send(jobStreamed({ progress: 0.5 }));
  stream.send(jobStreamed({ state: 'done', progress: 1 }));
  expect(await within(10, job)).toMatchObject({ state: 'done' });
  expect([told, looked()]).toEqual([[0.5, 1], 0]);
});

it('shares the stream with what the screen shows of the same service, and looks at nothing meanwhile', async () => {
  stream = new Stream();
  const leave = followJob({ service: 'cms', id: 'j2' }, { onJob: () => {}, onBreak: () => {} });
  await vi.advanceTimersByTimeAsync(10);
  stream.send(jobStreamed({ id: 'j2' }));
  stream = new Stream();
  const job = watchJob(PLACE);
  await vi.advanceTimersByTimeAsync(3_000);
  stream.send(jobStreamed({ id: 'j2' }));
  stream.send(jobStreamed({ state: 'done' }));
  expect(await within(10, job)).toMatchObject({ state: 'done' });
  expect(looked()).toBe(0);
  leave();
});

it('looks by itself without one, until the job has ended', async () => {
  looks = [jobStreamed({ progress: 0.25 }), jobStreamed({ progress: 0.5 }), jobStreamed({ state: 'failed' })];
  const told: number[] = [];
  const job = watchJob(PLACE, { onJob: ({ progress }) => told.push(progress) });
  expect(await within(2_000, job)).toMatchObject({ state: 'failed' });
  expect(told).toEqual([0.25, 0.5, 0.25]);
});

it('goes on after looks that fail', async () => {
  looks = [503, 'away', 429, jobStreamed(), 502, jobStreamed({ state: 'done' })];
  expect(await within(4_000, watchJob(PLACE))).toMatchObject({ state: 'done' });
});

it('gives up where nobody answers for a minute', async () => {
  looks = [503];
  const job = watchJob(PLACE);
  job.catch(() => undefined);
  expect(await within(55_000, job)).toBe('goes on');
  expect(await within(10_000, job)).toBeInstanceOf(ProblemError);
});

it('gives up at once where the job is not to be seen', async () => {
  looks = [404];
  expect(await within(10, watchJob(PLACE))).toMatchObject({ status: 404 });
});

it('ends with its signal', async () => {
  looks = [jobStreamed()];
  const leaving = new AbortController();
  const job = watchJob(PLACE, { signal: leaving.signal });
  job.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  leaving.abort();
  expect(await within(10, job)).toMatchObject({ name: 'AbortError' });
});
