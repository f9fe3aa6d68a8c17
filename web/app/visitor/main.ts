/** The visitor's script: pages that follow one another without a full load. Pages work without it. */

import { HOVER_INTENT } from '../limits.ts';
import { prefetch } from './fetch-page.ts';
import { wakeIslands } from './islands-in-view.ts';
import { formPage, isPlainClick, isSameDocument, loadingMessage, pageLink } from './links.ts';
import { revisit, visit } from './navigate.ts';
import { rememberScroll, saveScroll } from './scroll.ts';
import { followSession } from './session-if-any.ts';
import { startTrackers } from './trackers-if-any.ts';

function onClick(event: MouseEvent): void {
  const url = isPlainClick(event) ? pageLink(event.target) : undefined;
  // To an anchor of the page that is shown: the browser does that best, and leaves this place at once.
  if (event.target instanceof Element && event.target.closest('a[href*="#"]')) saveScroll();
  if (!url || (url.hash && isSameDocument(url, location))) return;
  event.preventDefault();
  void visit(url, loadingMessage(event.target));
}

function onSubmit(event: SubmitEvent): void {
  const url = event.defaultPrevented ? undefined : formPage(event.target, event.submitter);
  if (!url) return;
  event.preventDefault();
  void visit(url, loadingMessage(event.target));
}

function prefetchLink(event: Event): void {
  const url = pageLink(event.target);
  if (url && !isSameDocument(url, location)) prefetch(url);
}

let hover: ReturnType<typeof setTimeout> | undefined;

document.addEventListener('click', onClick);
document.addEventListener('submit', onSubmit);
document.addEventListener('pointerdown', prefetchLink, { passive: true });
document.addEventListener(
  'pointerover',
  (event) => {
    clearTimeout(hover);
    hover = setTimeout(() => prefetchLink(event), HOVER_INTENT);
  },
  { passive: true },
);
addEventListener('popstate', (event) => void revisit(event.state));
addEventListener('pagewright:navigated', wakeIslands());
rememberScroll();
followSession();
startTrackers();
