import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, type Call, claimsWith } from '../testing/screen.tsx';
import { clearClaims, readClaims, storeClaims } from './session-store.ts';
import { beforeLogOut, isLoggingOut, logOut } from './tokens.ts';

let calls: Call[];
const assign = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  storeClaims(claimsWith('editor'));
  assign.mockReset();
  vi.stubGlobal('location', { ...window.location, assign });
  calls = answerCalls(() => ({ status: 204 }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearClaims();
});

const hasEnded = () => calls.some(({ method, path }) => method === 'DELETE' && path === '/auth/tokens');

it('waits for what is to be done in the session', async () => {
  let finish = () => {};
  const stop = beforeLogOut(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const leaving = logOut('/gone');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hasEnded()).toBe(false);
  finish();
  await leaving;
  expect(hasEnded()).toBe(true);
  expect(assign).toHaveBeenCalledWith('/gone');
  stop();
});

it('is over for whoever logs in next', async () => {
  await logOut('/gone');
  expect(isLoggingOut()).toBe(true);
  storeClaims(claimsWith('editor'));
  expect(isLoggingOut()).toBe(false);
});

it('ends the session although that never comes to an end', async () => {
  const stop = beforeLogOut(() => new Promise(() => {}));
  const leaving = logOut('/gone');
  await vi.advanceTimersByTimeAsync(5_000);
  await leaving;
  expect(hasEnded()).toBe(true);
  expect(readClaims()).toBeNull();
  stop();
});
