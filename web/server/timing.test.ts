import { afterEach, describe, expect, it, vi } from 'vitest';
import { timed, withTiming } from './timing.ts';

afterEach(() => {
  vi.useRealTimers();
});

const partsOf = (header = '') => header.split(', ').map((part) => part.split(';')[0]);

describe('withTiming', () => {
  it('tells each part once, with all that was done of it, and the total last', async () => {
    const [made, [name, header]] = await withTiming(async () => {
      await timed('content', async () => 'first');
      timed('render', () => 'drawn');
      return timed('content', async () => 'second');
    });
    expect(made).toBe('second');
    expect(name).toBe('Server-Timing');
    expect(header).toMatch(/^content;dur=\d+\.\d, render;dur=\d+\.\d, total;dur=\d+\.\d$/);
  });

  it('tells of a form how long it took in steps, and nothing of its parts', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const taking = async (duration: number) => {
      const work = async () => timed('content', () => vi.advanceTimersByTime(duration));
      return (await withTiming(work, true))[1][1];
    };
    expect(await taking(0)).toBe('total;dur=1');
    expect(await taking(1)).toBe('total;dur=1');
    expect(await taking(5)).toBe('total;dur=8');
    expect(await taking(900)).toBe('total;dur=1024');
  });

  it('counts for the request that began the work, not for one that waits for it too', async () => {
    let end = () => {};
    const shared: { work?: Promise<void> } = {};
    const begins = withTiming(() => {
      shared.work = timed('content', () => new Promise<void>((resolve) => (end = resolve)));
      return shared.work;
    });
    const waits = withTiming(() => shared.work as Promise<void>);
    end();
    expect(partsOf((await begins)[1][1])).toEqual(['content', 'total']);
    expect(partsOf((await waits)[1][1])).toEqual(['total']);
  });

  it('lets a fault through, also of work that did not wait, and work that is nobody’s', async () => {
    const fails = () => {
      throw new Error('not drawn');
    };
    await expect(withTiming(async () => timed('render', fails))).rejects.toThrow('not drawn');
    expect(timed('render', () => 1)).toBe(1);
  });
});
