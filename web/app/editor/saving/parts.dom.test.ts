import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Action } from '../../page/actions/types.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { samplePage } from '../sample-page.ts';
import { pathOf, savePage } from './page-api.ts';
import { partsOf } from './parts.ts';
import { resetBench, write } from './testing/bench.ts';

resetBench();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the parts of a long save', () => {
  const many = (count: number): Action[] =>
    Array.from({ length: count }, (_, index) => write('p-one', `${index}`));

  it('hold a thousand actions each, with their versions', () => {
    const parts = partsOf([
      { version: 1, actions: many(700) },
      { version: 2, actions: many(701) },
    ]);
    expect(parts.map((part) => part.map(({ version, actions }) => [version, actions.length]))).toEqual([
      [
        [1, 700],
        [2, 300],
      ],
      [[2, 401]],
    ]);
  });

  it('are not larger than a request may be', () => {
    const large = [write('p-one', 'x'.repeat(900_000)), write('p-two', 'x'.repeat(900_000)), ...many(3)];
    expect(
      partsOf([{ version: 1, actions: [...large, ...large] }]).map((part) => part[0]?.actions.length),
    ).toEqual([5, 5]);
  });

  it('are one even when there is nothing to send', () => {
    expect(partsOf([])).toEqual([[]]);
  });
});

describe('the time that a save may take', () => {
  const timesOf = async (...contents: string[]) => {
    answerCalls(() => ({ body: samplePage(8) }));
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const actions = contents.map((content) => write('p-one', content));
    await savePage({
      pageId: 'page',
      idempotencyKey: 'k',
      changes: [{ version: 7, actions }],
      ownVersions: [],
    });
    return timeout.mock.calls.map(([milliseconds]) => milliseconds);
  };

  it('is that of any request for a small one', async () => {
    const [time] = await timesOf('x');
    expect(time).toBeGreaterThanOrEqual(10_000);
    expect(time).toBeLessThan(11_000);
  });

  it('is enough for a slow line to carry each part', async () => {
    const times = await timesOf('x'.repeat(1_900_000), 'x'.repeat(1_900_000));
    expect(times).toHaveLength(2);
    // 16 s at 1 Mbit/s, and three minutes at 85 kbit/s.
    for (const time of times) expect(time).toBeGreaterThan(180_000);
  });
});

describe('the path of an address', () => {
  it.each([
    ['/caf%C3%A9?x=1', '/café'],
    ['/a/b#c', '/a/b'],
    ['/100%', '/100%'],
  ])('of %s is %s', (address, path) => {
    expect(pathOf(address)).toBe(path);
  });
});
