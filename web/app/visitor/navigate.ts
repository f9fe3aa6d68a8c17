import { takePage } from './fetch-page.ts';
import { isHalfWritten, isUnsaved } from './half-written.ts';
import { isSameDocument } from './links.ts';
import { trackersOfPage } from './page-trackers.ts';
import {
  anchorOf,
  holdScroll,
  restoreScroll,
  type ScrollState,
  saveScroll,
  scrollToAnchor,
} from './scroll.ts';
import { announcePage, showLoading } from './signals.ts';
import { prepare, swap } from './swap.ts';

/** The address of the page shown: on going back, location is already the other one. */
let shown = new URL(location.href);
let underWay: AbortController | undefined;
/** The page that was left in place with a form half-written: on the way back it is as it was. */
let left: { href: string; page: Element } | undefined;

/**
 * Shows another page in place, as a new entry of the history. Any trouble becomes a full load, and so does a form that is
 * half-written: of a page that was loaded whole, the browser brings it back. Not so a form that a script has drawn: its page
 * is kept for the way back. The message is shown while loading lasts.
 */
export async function visit(url: URL, message?: string): Promise<void> {
  if (isHalfWritten() && (!isUnsaved() || isSameDocument(url, shown))) return leave(url);
  // Who follows a link to it wants it as it is by now.
  if (left?.href === url.href) left = undefined;
  saveScroll();
  const enterHistory = (found: URL) => {
    const isReload = found.href === shown.href;
    history[isReload ? 'replaceState' : 'pushState'](null, '', found);
  };
  await show(url, enterHistory, null, message);
}

/** Follows the browser back or forward, unless somebody holds the page that is shown: the editor does, with changes in it. */
export async function revisit(state: ScrollState | null): Promise<void> {
  const url = new URL(location.href);
  if (isSameDocument(url, shown)) {
    underWay?.abort();
    shown = url;
    // An anchor's entry may have been left before its place was kept.
    if (!restoreScroll(state) && (!url.hash || anchorOf(url.hash))) scrollToAnchor(url.hash);
    holdScroll(false);
    return;
  }
  if (!dispatchEvent(new CustomEvent('pagewright:leaving', { cancelable: true }))) return;
  // Until that entry's page is shown, what is scrolled is the old page.
  holdScroll(true);
  await show(url, () => {}, state);
}

async function show(
  url: URL,
  enterHistory: (found: URL) => void,
  state: ScrollState | null = null,
  message?: string,
): Promise<void> {
  // What runs on that page alone cannot be taken back, so it is not left in place.
  if (trackersOfPage(document).length > 0 || loadsFromOutside(document)) return leave(url);
  underWay?.abort();
  underWay = new AbortController();
  const { signal } = underWay;
  const hideLoading = showLoading(message);
  try {
    const page = await takePage(url, signal);
    if (signal.aborted) return;
    if (!page || loadsFromOutside(page.document)) return leave(url);
    await prepare(page.document);
    if (signal.aborted) return;
    const found = new URL(page.url);
    const keepsScroll = found.pathname === shown.pathname;
    await transition(() => {
      enterHistory(found);
      if (left?.href === found.href) {
        pageOf(page.document).replaceWith(left.page);
        left = undefined;
      }
      if (isHalfWritten()) left = { href: shown.href, page: pageOf(document) };
      shown = found;
      swap(page.document);
      if (!restoreScroll(state) && !keepsScroll) scrollToAnchor(found.hash);
      holdScroll(false);
    });
    announcePage(anchorOf(found.hash));
    dispatchEvent(new CustomEvent('pagewright:navigated', { detail: { url: found.href, left: left?.page } }));
  } catch {
    if (!signal.aborted) leave(url);
  } finally {
    hideLoading();
  }
}

const pageOf = (from: Document) => from.getElementById('page') as HTMLElement;

/** Whether the page may load what others may not: that is the policy of a document that was loaded whole. */
const loadsFromOutside = (page: Document): boolean => page.querySelector('meta[name="pw-outside"]') !== null;

/**
 * Loads a page whole. On going back the location is already its address, of which the browser would look for the anchor
 * alone, in the page that is to be left.
 */
function leave(url: URL): void {
  // On going back the address has changed already, also for who would stay.
  if (isUnsaved() && isSameDocument(shown, location))
    addEventListener('beforeunload', (event) => event.preventDefault(), { once: true });
  if (!url.hash || !isSameDocument(url, location)) {
    location.assign(url);
    return;
  }
  history.replaceState(history.state, '', url);
  location.reload();
}

/** Runs the change within a view transition where there are such and motion is welcome. */
async function transition(change: () => void): Promise<void> {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !document.startViewTransition || document.hidden) return change();
  const { ready, updateCallbackDone } = document.startViewTransition(change);
  // Rejects when the next transition cuts in, which is no trouble.
  ready.catch(() => {});
  await updateCallbackDone;
}
