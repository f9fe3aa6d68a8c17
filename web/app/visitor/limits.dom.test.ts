import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import css from '../page-view/structure.css?raw';
import * as limits from './limits.ts';
import { rememberScroll } from './scroll.ts';
import { showLoading } from './signals.ts';

it('has the numbers of the specification', () => {
  expect(limits).toMatchObject({ LOADING_DELAY: 200, SCROLL_REST: 150, WAKE_MARGIN: '300px' });
  expect(css).toMatch(
    /\.pw-loading::before \{[^}]*width: 64px; height: 64px;[^}]*pw-turn 0\.8s linear infinite/,
  );
  expect(css).toMatch(/@media \(max-width: 640px\)[^{]*\{\s*\.pw-video \{ display: none; \}/);
});

/** The numbers of the specification, as a visitor meets them. */
describe('waiting', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const isSaid = () => document.querySelector('.pw-loading') !== null;

  it('is shown once it has lasted 200 ms, until the answer', () => {
    const hide = showLoading();
    vi.advanceTimersByTime(199);
    expect(isSaid()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isSaid()).toBe(true);
    hide();
    expect(isSaid()).toBe(false);
  });

  it('is not shown where the answer came sooner', () => {
    const hide = showLoading();
    vi.advanceTimersByTime(150);
    hide();
    vi.advanceTimersByTime(1_000);
    expect(isSaid()).toBe(false);
  });

  it('keeps a position once scrolling has rested for 150 ms', () => {
    const kept = vi.spyOn(history, 'replaceState').mockReturnValue();
    const listening = vi.spyOn(globalThis, 'addEventListener');
    rememberScroll();
    for (const pause of [100, 149]) {
      dispatchEvent(new Event('scroll'));
      vi.advanceTimersByTime(pause);
    }
    expect(kept).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(kept).toHaveBeenCalledOnce();
    for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener as EventListener);
    dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(1_000);
    expect(kept).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
    history.scrollRestoration = 'auto';
  });
});
