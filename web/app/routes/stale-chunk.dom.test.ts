import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Answer, answerCalls } from '../testing/screen.tsx';
import { reloadIfReplaced, reloadOnStaleChunk } from './stale-chunk.ts';

const reload = vi.fn();
/** The document of a screen, as far as it matters. */
let shell: Answer;

beforeEach(() => {
  vi.stubGlobal('location', { ...window.location, reload });
  document.head.innerHTML = '<script type="module" src="/assets/main-1.js"></script>';
  sessionStorage.clear();
  reload.mockClear();
  answerCalls(({ path }) => (path === '/cms-admin' ? shell : { status: 404 }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('reloads for code of a release that is gone, but not without end', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  shell = { body: ['/assets/main-2.js'] };
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(1);
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(31_000);
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(2);
});

it.each([
  ['belongs to the present release', { body: ['/assets/main-1.js'] }],
  ['comes from a server that is too busy to say which release it has', { status: 503 }],
])('does not reload for code that does not come and %s', async (_, answer) => {
  shell = answer;
  await reloadIfReplaced();
  expect(reload).not.toHaveBeenCalled();
});

it('does not reload where that would lose unsaved work', async () => {
  const keep = (event: Event) => event.preventDefault();
  shell = { body: ['/assets/main-2.js'] };
  window.addEventListener('beforeunload', keep);
  await reloadIfReplaced();
  window.removeEventListener('beforeunload', keep);
  expect(reload).not.toHaveBeenCalled();
});

it('leaves the failure to whoever loads the code, and reloads by itself', async () => {
  const listen = vi.spyOn(window, 'addEventListener');
  reloadOnStaleChunk();
  const [[name, listener] = []] = listen.mock.calls;
  onTestFinished(() => window.removeEventListener(name as string, listener as EventListener));
  shell = { body: ['/assets/main-2.js'] };
  expect(window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))).toBe(true);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
