/** A toolbar is one stop of the Tab key; the arrows go through it (WAI-ARIA toolbar). */
import { type FocusEvent, type KeyboardEvent, type RefCallback, useCallback } from 'react';

const FOCUSABLE = 'button:not(:disabled), select, [tabindex]:not([data-no-roving])';

export interface Roving {
  ref: RefCallback<HTMLElement>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

export function useRovingFocus(): Roving {
  const ref = useCallback((bar: HTMLElement | null) => {
    if (!bar) return;
    keepOneStop(bar);
    // Buttons come and go with what is selected.
    const watcher = new MutationObserver(() => keepOneStop(bar));
    watcher.observe(bar, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => watcher.disconnect();
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const items = itemsOf(event.currentTarget);
    const current = items.indexOf(event.target as HTMLElement);
    const next = nextIndex(event.key, current, items.length);
    if (next === undefined || current < 0) return;
    event.preventDefault();
    event.stopPropagation();
    items[next]?.focus();
  }, []);
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const items = itemsOf(event.currentTarget);
    if (!items.includes(event.target as HTMLElement)) return;
    for (const item of items) item.tabIndex = item === event.target ? 0 : -1;
  }, []);
  return { ref, onKeyDown, onFocus };
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function itemsOf(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>(FOCUSABLE)];
}

function keepOneStop(bar: HTMLElement): void {
  const items = itemsOf(bar);
  const stop = items.find((item) => item.tabIndex === 0) ?? items[0];
  for (const item of items) {
    const tabIndex = item === stop ? 0 : -1;
    if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex;
  }
}
