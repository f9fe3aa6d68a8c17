import { afterEach, expect, it, vi } from 'vitest';
import { reloadOnStaleChunk } from './stale-chunk.ts';

const reload = vi.fn();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('reloads for code that is gone, but not without end', () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { ...window.location, reload });
  reloadOnStaleChunk();
  const fail = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  expect(fail()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(31_000);
  fail();
  expect(reload).toHaveBeenCalledTimes(2);
});
