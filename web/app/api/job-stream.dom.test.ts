import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobStreamed, Stream } from '../testing/job-streams.ts';
import type { JobOut } from './generated/index.ts';
import { isFollowed, streamJobs } from './job-stream.ts';
import { ProblemError } from './problem.ts';

let streams: Stream[];
let asked: string[];
let refusal: number | undefined;

beforeEach(() => {
  streams = [];
  asked = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    asked.push(new URL(input.url).pathname);
    if (refusal) return new Response('{}', { status: refusal });
    const stream = new Stream();
    streams.push(stream);
    return stream.response(init?.signal ?? input.signal);
  });
});

afterEach(() => vi.unstubAllGlobals());

const opened = (count = 1) =>
  waitFor(() => {
    expect(streams).toHaveLength(count);
    return streams[count - 1] as Stream;
  });

function follow(signal?: AbortSignal) {
  const told: JobOut[] = [];
  const last = streamJobs('content', ['j1'], { signal, onJob: (job) => told.push(job) });
  return { told, end: last.then((jobs) => jobs.get('j1')) };
}

describe('a stream', () => {
  it('tells each change until the job has ended, and leaves', async () => {
    const { told, end } = follow();
    const stream = await opened();
    expect(isFollowed('j1')).toBe(false);
    stream.send(jobStreamed());
    await waitFor(() => expect(told).toHaveLength(1));
    expect(isFollowed('j1')).toBe(true);
    expect(isFollowed('j2')).toBe(false);
    // In pieces, with what keeps the connection open in between.
    stream.write(': still here\n\nevent: job\nda');
    stream.write(`ta: ${JSON.stringify(jobStreamed({ progress: 0.5 }))}\n\n`);
    stream.send(jobStreamed({ state: 'done', progress: 1 }));
    expect((await end)?.state).toBe('done');
    expect(told.map(({ progress }) => progress)).toEqual([0.25, 0.5, 1]);
    expect(asked).toEqual(['/client/jobs/j1/events']);
    expect(isFollowed('j1')).toBe(false);
  });

  it('gives what it told of last where the service ends it or the connection breaks', async () => {
    const first = follow();
    const stream = await opened();
    stream.send(jobStreamed());
    stream.end();
    expect((await first.end)?.progress).toBe(0.25);
    const second = follow();
    const other = await opened(2);
    other.send(jobStreamed({ progress: 0.75 }));
    await waitFor(() => expect(second.told).toHaveLength(1));
    other.cut();
    expect((await second.end)?.progress).toBe(0.75);
    expect(isFollowed('j1')).toBe(false);
  });

  it('is one at a time, and free for the next once somebody leaves', async () => {
    const leaving = new AbortController();
    const first = follow(leaving.signal);
    const stream = await opened();
    stream.send(jobStreamed());
    await waitFor(() => expect(first.told).toHaveLength(1));
    expect(await follow().end).toBeUndefined();
    leaving.abort();
    expect(isFollowed('j1')).toBe(false);
    // At once, before the first has come to its end.
    const second = follow();
    await first.end;
    expect(stream.isLeft).toBe(true);
    (await opened(2)).send(jobStreamed({ state: 'done' }));
    expect((await second.end)?.state).toBe('done');
  });

  it('is not asked for by somebody who has left', async () => {
    expect(await follow(AbortSignal.abort()).end).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    [404, true],
    [403, true],
    [429, false],
    [503, false],
  ])('that is answered with %i is final: %s', async (status, isFinal) => {
    refusal = status;
    const { end } = follow();
    if (isFinal) await expect(end).rejects.toBeInstanceOf(ProblemError);
    else expect(await end).toBeUndefined();
    // Nobody is kept from the next.
    refusal = undefined;
    const next = follow();
    (await opened()).send(jobStreamed({ state: 'done' }));
    expect((await next.end)?.state).toBe('done');
  });
});
