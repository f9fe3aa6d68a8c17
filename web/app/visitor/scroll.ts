import { SCROLL_REST } from '../limits.ts';

export interface ScrollState {
  scroll?: [x: number, y: number];
}

let isHeld = false;

/**
 * While held, no position is kept: the browser is at another entry of the history already, and the page that is still
 * shown is not that entry's.
 */
export function holdScroll(held: boolean): void {
  isHeld = held;
}

/** Keeps the position in the history's entry, where going back and reloading find it again. */
export function rememberScroll(): void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(saveScroll, SCROLL_REST);
    },
    { passive: true },
  );
  addEventListener('pagehide', saveScroll);
  restoreScroll(history.state);
}

export function saveScroll(): void {
  if (isHeld) return;
  history.replaceState({ ...history.state, scroll: [scrollX, scrollY] } satisfies ScrollState, '');
}

/** Goes to the position saved in a history entry; false where none is. */
export function restoreScroll(state: ScrollState | null): boolean {
  if (!state?.scroll) return false;
  scrollTo({ left: state.scroll[0], top: state.scroll[1], behavior: 'instant' });
  return true;
}

/** What an address's anchor is of, on the page that is shown. */
export function anchorOf(hash: string): HTMLElement | null {
  return hash.length > 1 ? document.getElementById(decodeHash(hash)) : null;
}

/** Goes to the address's anchor, or else to the top. */
export function scrollToAnchor(hash: string): void {
  const anchor = anchorOf(hash);
  if (anchor) anchor.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ top: 0, left: 0, behavior: 'instant' });
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
