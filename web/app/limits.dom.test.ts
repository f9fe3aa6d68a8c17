import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as limits from './limits.ts';
import css from './page-view/structure.css?raw';
import { sizeFor } from './plugins/images/variants.ts';
import overlay from './ui/loading-overlay.module.css?raw';
import { loadingMessage } from './visitor/links.ts';
import { rememberScroll } from './visitor/scroll.ts';
import { showLoading } from './visitor/signals.ts';

describe('the numbers of the specification', () => {
  it('are those of scripts', () => {
    expect(limits).toMatchObject({
      LOADING_DELAY: 200,
      SCROLL_REST: 150,
      WAKE_MARGIN: '300px',
      RENEWAL_SHARE: 0.25,
      LONGEST_RENEWAL: 600_000,
      PHONE_WIDTH: 640,
      MAX_COLUMNS: 6,
    });
    const most = [128, 256, 512, 1024].map((width) => [sizeFor(width), sizeFor(width + 1)]);
    expect(most).toEqual([
      ['xs', 'sm'],
      ['sm', 'md'],
      ['md', 'lg'],
      ['lg', 'xl'],
    ]);
  });

  it('are such as the bundler writes where they are used', () => {
    // Anything else is a file of its own, which every visitor would wait for.
    expect(new Set(Object.values(limits).map((each) => typeof each))).toEqual(new Set(['number', 'string']));
  });

  it('are those of the spinner, for visitors and on screens', () => {
    expect(css).toMatch(
      /\.pw-loading::before \{[^}]*width: 64px; height: 64px;[^}]*pw-turn 0\.8s linear infinite/,
    );
    expect(overlay).toMatch(/\.spinner \{[^}]*width: 64px;\s*height: 64px;[^}]*turn 0\.8s linear infinite/);
  });

  it('are those of narrow screens', () => {
    const narrow = new RegExp(
      `@media \\(max-width: ${limits.PHONE_WIDTH}px\\)[^{]*\\{\\s*\\.pw-video \\{ display: none; \\}`,
    );
    expect(css).toMatch(narrow);
  });

  it('give columns equal widths, for each number that a row may have', () => {
    const counts = [...css.matchAll(/^\.pw-row\[data-columns="(\d)"\] \{ --columns: (\d); \}$/gm)];
    expect(counts.map(([, said, made]) => [said, made])).toEqual(
      Array.from({ length: limits.MAX_COLUMNS - 1 }, (_, index) => [`${index + 2}`, `${index + 2}`]),
    );
    expect(css).toContain('repeat(var(--columns, 1), minmax(0, 1fr))');
  });
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

  it('says what is loaded, where the link or the form does', () => {
    document.body.innerHTML =
      '<form data-loading="Searching…"><button><b>Go</b></button></form><a href="/a">A</a>';
    const hide = showLoading(loadingMessage(document.querySelector('b')));
    vi.advanceTimersByTime(limits.LOADING_DELAY);
    expect(document.querySelector('.pw-loading')?.textContent).toBe('Searching…');
    hide();
    expect(loadingMessage(document.querySelector('a'))).toBeUndefined();
    expect(loadingMessage(document)).toBeUndefined();
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
