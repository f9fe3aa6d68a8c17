import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, claimsWith } from '../testing/screen.tsx';
import { AppProviders } from '../ui/app-providers.tsx';
// Loaded with the first question otherwise, which takes longer than a clock that stands still.
import '../ui/dialog.tsx';
import { CLAIMS_KEY } from './claims.ts';
import { repeatExpiredNotice, showExpiredNotice } from './expired-notice.ts';
import { EXPIRED } from './expired-words.ts';
import { renewalDelay } from './keeping.ts';
import { clearRedirectedFrom, readRedirectedFrom } from './redirected-from.ts';
import { startRenewal } from './renewal.ts';
import { clearClaims, followOtherTabs, readClaims, storeClaims } from './session-store.ts';
import { endSession, logIn, renewToken } from './tokens.ts';

const MINUTE = 60_000;
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z') });
});

afterEach(() => {
  stop?.();
  stop = undefined;
  clearClaims();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const granted = () => ({ body: { public: { claims: claimsWith('editor') } } });
const start = async () => {
  stop = await startRenewal();
};

describe('renewalDelay', () => {
  it.each([
    [20 * 60, 5 * MINUTE],
    [3 * 3600, 10 * MINUTE],
    [60, 15_000],
    [4, 5_000],
  ])('with %i seconds left it waits %i ms', (seconds, delay) => {
    const now = Date.now();
    expect(renewalDelay({ ...claimsWith(), exp: now / 1000 + seconds }, now)).toBe(delay);
  });
});

describe('a log-out that the server does not answer', () => {
  const isLoggedOut = () => answerCalls(({ method }) => ({ status: method === 'DELETE' ? 204 : 401 }));

  beforeEach(async () => {
    storeClaims(claimsWith('editor'));
    answerCalls(() => ({ status: 503 }));
    await endSession();
    expect(readClaims()).toBeNull();
  });

  afterEach(() => localStorage.clear());

  it('is sent again at the next start', async () => {
    const calls = isLoggedOut();
    await start();
    await start();
    expect(calls.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/auth/tokens']]);
  });

  it('is sent again when the network returns', async () => {
    await start();
    const calls = isLoggedOut();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('comes before any renewal, and a login takes its place', async () => {
    const calls = isLoggedOut();
    await expect(renewToken()).rejects.toThrow();
    expect(calls.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    answerCalls(() => ({ status: 503 }));
    await endSession();
    const later = answerCalls(granted);
    await logIn('ada@example.org', 'a password');
    await start();
    expect(later.map(({ method }) => method)).toEqual(['POST']);
  });
});

describe('startRenewal', () => {
  it('renews after a quarter of the lifetime, again and again', async () => {
    const calls = answerCalls(granted);
    storeClaims(claimsWith('editor'));
    await start();
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(5 * MINUTE + 1);
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/auth/tokens', { refresh: true }],
      ['POST', '/auth/tokens', { refresh: true }],
    ]);
  });

  it('asks nothing while nobody is logged in', async () => {
    const calls = answerCalls(granted);
    await start();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(calls).toEqual([]);
  });

  it('takes up claims that ran out while no tab was open', async () => {
    answerCalls(granted);
    storeClaims({ ...claimsWith('editor'), exp: Date.now() / 1000 - 5 });
    await start();
    expect(readClaims()?.scopes).toEqual(['editor']);
  });

  it('clears expired claims that cannot be renewed for want of a connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    storeClaims({ ...claimsWith('editor'), exp: Date.now() / 1000 - 5 });
    await start();
    expect(localStorage.getItem(CLAIMS_KEY)).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('takes what another tab has renewed in the meantime', async () => {
    const calls = answerCalls(granted);
    storeClaims(claimsWith('editor'));
    await start();
    const renewed = { ...claimsWith('editor'), exp: claimsWith().exp + 300 };
    localStorage.setItem(CLAIMS_KEY, JSON.stringify(renewed));
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(calls).toEqual([]);
    expect(readClaims()).toEqual(renewed);
  });

  it('catches up when the tab comes back after its time', async () => {
    const calls = answerCalls(granted);
    storeClaims(claimsWith('editor'));
    await start();
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(0);
    vi.setSystemTime(Date.now() + 6 * MINUTE);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1);
  });

  it.each([502, 503, 504])('ignores %i and asks again later', async (status) => {
    const calls = answerCalls(() => ({ status }));
    storeClaims(claimsWith('editor'));
    await start();
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(readClaims()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    expect(calls.length).toBe(2);
  });

  it('says nothing of a session whose user has logged out in another tab meanwhile', async () => {
    answerCalls(() => {
      localStorage.removeItem(CLAIMS_KEY);
      return { status: 401 };
    });
    storeClaims(claimsWith('editor'));
    await start();
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(readClaims()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([400, 401, 403, 429, 500])('logs out on %i and says so until it was read', async (status) => {
    answerCalls(() => ({ status }));
    const reload = vi.fn();
    vi.stubGlobal('location', { ...window.location, reload });
    render(createElement(AppProviders, null));
    storeClaims(claimsWith('editor'));
    await start();
    await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE + 500));
    expect(localStorage.getItem(CLAIMS_KEY)).toBeNull();
    expect(screen.getByRole('dialog').textContent).toContain(
      'Your session has expired so you have been automatically logged out.',
    );
    expect(reload).not.toHaveBeenCalled();
    await act(async () => {
      screen.getByRole('button', { name: 'OK' }).click();
      await vi.advanceTimersByTimeAsync(500);
    });
    expect(reload).toHaveBeenCalledOnce();
    expect(sessionStorage).toHaveLength(0);
  });
});

it('the notice comes again after a reload that came before it was read', async () => {
  sessionStorage.setItem('pagewright-session-expired', '1');
  render(createElement(AppProviders, null));
  await act(async () => {
    repeatExpiredNotice();
    await vi.advanceTimersByTimeAsync(500);
  });
  expect(screen.getByRole('dialog').textContent).toContain(EXPIRED);
  await act(async () => {
    screen.getByRole('button', { name: 'OK' }).click();
    await vi.advanceTimersByTimeAsync(500);
  });
  expect(sessionStorage).toHaveLength(0);
});

it('the notice of a session that has left changes leads to the login and back to them', async () => {
  answerCalls(() => ({ status: 401 }));
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign, pathname: '/prices', search: '?a=b' });
  render(createElement(AppProviders, null));
  await act(async () => {
    showExpiredNotice({ isSafe: true });
    await vi.advanceTimersByTimeAsync(500);
  });
  expect(screen.getByRole('dialog').textContent).toContain(
    `${EXPIRED} Your changes are safe: log in to continue.`,
  );
  await act(async () => {
    screen.getByRole('button', { name: 'Log in' }).click();
    await vi.advanceTimersByTimeAsync(500);
  });
  expect(assign).toHaveBeenCalledExactlyOnceWith('/cms-login');
  expect(readRedirectedFrom()).toBe('/prices?a=b');
  clearRedirectedFrom();
});

it('a logout in another tab is one in this tab too', () => {
  const unfollow = followOtherTabs();
  storeClaims(claimsWith('editor'));
  localStorage.removeItem(CLAIMS_KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: CLAIMS_KEY, newValue: null }));
  expect(readClaims()).toBeNull();
  unfollow();
});
