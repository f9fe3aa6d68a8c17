/** What browsers have and jsdom lacks, as far as components need it to be there; and a clean document after each test. */
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { useShortcutsDialog } from './app/admin/use-shortcuts-dialog.ts';
import { useUploads } from './app/media/uploads/uploads.ts';
import { clearClaims } from './app/session/session-store.ts';
import { waitForModules } from './app/testing/waiting.ts';
import { useToasts } from './app/ui/toast.ts';
import { speak } from './app/words/i18n.ts';

waitForModules();

const attributes = [...document.documentElement.attributes].map(({ name, value }) => ({ name, value }));

// The styles of a module come into the document once for all files, when the first of them imports it; what a control is
// called goes by them, too. A file that empties the head would take them from all that come after it.
let head: ChildNode[] = [];
beforeAll(() => {
  head = [...document.head.childNodes];
});
afterAll(() => document.head.append(...head.filter(({ isConnected }) => !isConnected)));

// A message goes by itself after some seconds, and the Undo with it. On a busy machine that may be before a test has pressed
// it: only the clock that a test sets takes one away.
const LASTING = 600_000;
afterAll(
  useToasts.subscribe(({ toasts }) => {
    if (vi.isFakeTimers() || toasts.every(({ duration }) => duration >= LASTING)) return;
    useToasts.setState({ toasts: toasts.map((one) => ({ ...one, duration: LASTING })) });
  }),
);

// The next file finds this document, and all modules, as this one leaves them.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
  useToasts.setState({ toasts: [] });
  useUploads.setState({ uploads: [] });
  useShortcutsDialog.setState({ isOpen: false });
  speak('en');
  const { documentElement: html, body } = document;
  body.replaceChildren();
  for (const script of document.head.querySelectorAll('script')) {
    // jsdom loads none: a module that waits for one would have the next file wait with it.
    if (script.src) script.dispatchEvent(new Event('error'));
    script.remove();
  }
  for (const element of [html, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  for (const { name, value } of attributes) html.setAttribute(name, value);
  document.title = '';
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  // Once nothing is stored: dates are written as the person had them until then.
  clearClaims();
});

// jsdom draws by an interval of its own, which it begins where a frame is asked for or the keyboard may have been lost, and
// ends when nothing waits. One that began while a test had set the clock would never run, and no frame would come again.
const IS_DRAWN = Symbol.for('pagewright.isDrawn');
if (!(IS_DRAWN in window)) {
  const nextFrame = window.requestAnimationFrame.bind(window);
  const draw = () => nextFrame(draw);
  draw();
  Object.assign(window, { [IS_DRAWN]: true });
}

window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

Element.prototype.scrollIntoView ??= () => {};

// As the project's own words are: jsdom's is American, and what dates look like is part of many tests.
Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true });
