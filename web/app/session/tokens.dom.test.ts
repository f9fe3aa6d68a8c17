import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, type Call, claimsWith } from '../testing/screen.tsx';
import { isLogOutDue } from './due-log-out.ts';
import { endSession as endMemberSession, askForToken as renewAsMember } from './member-tokens.ts';
import { clearClaims, readClaims, storeClaims } from './session-store.ts';
import { beforeLogOut, endSession, isLoggingOut, logOut, renewToken } from './tokens.ts';

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
  localStorage.clear();
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

describe.each([
  ['the SPA', renewToken, endSession],
  ["members' pages", () => renewAsMember({ refresh: true }), endMemberSession],
])('on %s a renewal that is answered after a log-out', (_, renew, end) => {
  it.each([
    [204, 204, false],
    [503, 204, false],
    [503, 503, true],
  ])('leaves the user logged out: log-out answered %i, then %i', async (first, second, isDue) => {
    const granted = { body: { public: { claims: claimsWith('editor') } } };
    let answer = () => {};
    const held = new Promise<typeof granted>((resolve) => {
      answer = () => resolve(granted);
    });
    const ends = [first, second];
    calls = answerCalls(({ method }) => (method === 'POST' ? held : { status: ends.shift() ?? 204 }));
    const renewal = renew();
    await vi.advanceTimersByTimeAsync(0);
    await end();
    answer();
    await expect(renewal).rejects.toMatchObject({ status: 401 });
    expect(localStorage.getItem('claims')).toBeNull();
    expect(isLogOutDue()).toBe(isDue);
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'DELETE']);
  });
});

it('a renewal that nobody has logged out of stores the claims, where there were none too', async () => {
  answerCalls(() => ({ body: { public: { claims: claimsWith('editor') } } }));
  clearClaims();
  await renewToken();
  expect(readClaims()?.scopes).toEqual(['editor']);
});
