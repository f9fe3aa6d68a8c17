/** The canvas's iframe as the editor uses it: the document in it, and word of when things in it may have moved. */
import { createStore } from 'zustand/vanilla';
import { isMarked, unmarked } from '../../page/frame-mark.ts';
import type { Id } from '../../page/types.ts';
import type { Rect } from '../moving/drop-target.ts';

export interface Frame {
  element: HTMLIFrameElement;
  window: Window;
  document: Document;
  /** Path and query of the page that was loaded. The window's location is another while going back in it is held. */
  address: string;
  /** The element whose content is the page. */
  page: HTMLElement;
}

export interface FrameState {
  frame?: Frame;
  /** Changes whenever nodes may have moved: overlays measure again. */
  moved: number;
  /** Asked to load anew while the page was loading: what is on its way may be older than what asked. */
  isStale: boolean;
  /** The page in the frame is being loaded anew and drawn until then. */
  isLeaving: boolean;
}

export type FrameStore = ReturnType<typeof createFrameStore>;

export function createFrameStore() {
  return createStore<FrameState>()(() => ({ moved: 0, isStale: false, isLeaving: false }));
}

/** The frame of an iframe that has loaded a page of this site; undefined for anything else (an error of the browser's). */
function frameOf(element: HTMLIFrameElement): Frame | undefined {
  const { contentWindow, contentDocument } = element;
  const page = contentDocument?.getElementById('page');
  if (!contentWindow || !contentDocument || !page) return undefined;
  const address = addressOf({ window: contentWindow });
  unmark(contentWindow, address);
  return { element, window: contentWindow, document: contentDocument, address, page };
}

/** Nothing of the page's, its forms and its links to itself among it, is to have the mark. */
function unmark({ location, history }: Window, address: string): void {
  if (isMarked(location.search)) history.replaceState(history.state, '', address + location.hash);
}

/** Whether the editor's shell has come in place of the page, which it asks for at once: see routes/nested-shell.ts. */
export function isNestedShell({ contentDocument, contentWindow }: HTMLIFrameElement): boolean {
  const isShell = contentDocument?.getElementById('app') && !contentDocument.getElementById('page');
  return Boolean(isShell && contentWindow && !isMarked(contentWindow.location.search));
}

/** Loads the page anew; until it has loaded there is no frame. While one is loading, that is done once it has. */
export function reloadFrame(store: FrameStore): void {
  const { frame, isLeaving } = store.getState();
  // A second reload of a document that is about to go may come to nothing.
  const isLoading = frame === undefined || isLeaving;
  store.setState({ frame: undefined, isStale: isLoading });
  if (!isLoading) frame.window.location.reload();
}

/** Loads the page at an address, and keeps the frame so that what is drawn in it stays until the page comes. */
export function leaveFrame(store: FrameStore, address: string): void {
  const { frame } = store.getState();
  store.setState({ isLeaving: true });
  if (!frame) return;
  // Loaded anew, a frame that is on its way to another page would stay at its own. Where its location has gone already, the
  // scroll place of the page before would be taken for that of the next.
  if (frame.address === address && addressOf(frame) === address) frame.window.location.reload();
  else frame.window.location.replace(address);
}

/**
 * Brings the frame back to an address that it has left, as a new entry of the history: Back leads where it led before.
 * Answers whether the page is loaded for it; where only the location had gone it is still there.
 */
export function putFrameBack(store: FrameStore, address: string): boolean {
  const { frame } = store.getState();
  if (!frame) return false;
  if (frame.address === address) {
    frame.window.history.pushState(null, '', address);
    return false;
  }
  store.setState({ isLeaving: true });
  frame.window.location.assign(address);
  return true;
}

/**
 * Takes up what the iframe has loaded and answers it; undefined where that is no page of this site. 'stale' is loaded
 * anew at once and never becomes the store's frame, so that nobody begins to edit what is about to go.
 */
export function takeUpFrame(store: FrameStore, element: HTMLIFrameElement): Frame | 'stale' | undefined {
  const frame = frameOf(element);
  const isStale = frame !== undefined && store.getState().isStale;
  store.setState({ frame: isStale ? undefined : frame, isStale: false, isLeaving: false });
  if (!isStale) return frame;
  frame.window.location.reload();
  return 'stale';
}

/** Has the overlays measure again: something that no observer sees may have moved nodes. */
export function tellMoved(store: FrameStore): void {
  store.setState((state) => ({ moved: state.moved + 1 }));
}

/** The frame, once its page has loaded. */
export function loadedFrame(store: FrameStore): Promise<Frame> {
  const { frame } = store.getState();
  if (frame) return Promise.resolve(frame);
  return new Promise((resolve) => {
    const stop = store.subscribe((state) => {
      if (!state.frame) return;
      stop();
      resolve(state.frame);
    });
  });
}

export function addressOf(frame: Pick<Frame, 'window'>): string {
  const { pathname, search } = frame.window.location;
  return pathname + unmarked(search);
}

export function elementOf(frame: Frame | undefined, nodeId: Id | undefined): HTMLElement | null {
  if (!frame || nodeId === undefined) return null;
  return frame.page.querySelector<HTMLElement>(`[data-node="${CSS.escape(nodeId)}"]`);
}

/** How large the frame is drawn: 1, or less where there is less room than the width that was chosen for the page. */
export function scaleOf({ element }: Pick<Frame, 'element'>): number {
  return element.getBoundingClientRect().width / element.offsetWidth || 1;
}

/** Where something in the frame is in what lies over it. Who asks for many of them brings the scale along. */
export function rectOver(frame: Frame, element: Element, scale = scaleOf(frame)): Rect {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}

/** The node that something in the frame belongs to. */
export function nodeIdAt(target: EventTarget | null): Id | undefined {
  // Not `instanceof Element`: it is another window's.
  const element = target as Element | null;
  return element?.closest?.('[data-node]')?.getAttribute('data-node') ?? undefined;
}

/** Follows scrolling, resizing and growing in the frame, at most once a frame of the screen. Returns how to stop. */
export function watchMovement(frame: Frame, store: FrameStore): () => void {
  let due = 0;
  const soon = () => {
    if (due) return;
    due = frame.window.requestAnimationFrame(() => {
      due = 0;
      tellMoved(store);
    });
  };
  const sizes = new ResizeObserver(soon);
  sizes.observe(frame.page);
  sizes.observe(frame.element);
  frame.document.addEventListener('scroll', soon, { passive: true, capture: true });
  return () => {
    frame.window.cancelAnimationFrame(due);
    sizes.disconnect();
    frame.document.removeEventListener('scroll', soon, { capture: true });
  };
}
