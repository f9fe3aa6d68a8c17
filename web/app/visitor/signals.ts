import { ANNOUNCE_DELAY, LOADING_DELAY } from '../limits.ts';

let status: HTMLElement | undefined;

/** Covers the page once loading has lasted a while, with a message if there is one; the answer takes it away. */
export function showLoading(message = ''): () => void {
  const sign = document.createElement('div');
  sign.className = 'pw-loading';
  sign.textContent = message;
  const timer = setTimeout(() => document.body.append(sign), LOADING_DELAY);
  return () => {
    clearTimeout(timer);
    sign.remove();
  };
}

/**
 * Moves the keyboard to the new page, or to where its address leads on it, and says its title, as a browser would after a
 * full load.
 */
export function announcePage(anchor: HTMLElement | null): void {
  const page = document.getElementById('page');
  const start = anchor ?? page?.querySelector<HTMLElement>('main') ?? page;
  if (start) {
    // What can have the keyboard anyway keeps its place in the order of them.
    if (start.tabIndex < 0) start.tabIndex = -1;
    start.focus({ preventScroll: true });
  }
  const region = status ?? createStatus();
  status = region;
  // A region that is new has to be noticed before its words are.
  setTimeout(() => {
    region.textContent = document.title;
  }, ANNOUNCE_DELAY);
}

function createStatus(): HTMLElement {
  const region = document.createElement('div');
  region.className = 'pw-status';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return region;
}
