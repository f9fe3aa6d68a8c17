/** Puts the editor's parts together, once for each time its screen is opened. */

import { commitPending } from '../fields/pending.ts';
import { createTextStore } from '../writing/text-store.ts';
import { createFrameStore, elementOf, type Frame } from './canvas/frame.ts';
import type { Editing } from './context.tsx';
import { createDragStore } from './moving/drag-store.ts';
import { readBlock, readPage, savePage } from './saving/page-api.ts';
import { createSaver, type SaverEvents } from './saving/saver.ts';
import { createChromeStore } from './store/chrome-store.ts';
import { createEditorStore } from './store/editor-store.ts';
import { isOfSettings } from './store/mode.ts';
import { createViewAsStore } from './view-as/view-as-store.ts';

export interface Surroundings extends Pick<SaverEvents, 'onSaved' | 'onLost'> {
  goTo: (address: string) => void;
}

export function createEditing({ goTo, ...events }: Surroundings): Editing {
  const editor = createEditorStore();
  const frame = createFrameStore();
  const chrome = createChromeStore();
  chrome.subscribe(({ panel }) => {
    // Else the page's keys would do nothing once the settings are closed, whatever closed them.
    if (panel !== 'settings' && isOfSettings(editor.get().mode)) editor.setMode({ name: 'edit' });
  });
  const reading = { readAgain: readPage, readBlock };
  const saver = createSaver(editor, savePage, { ...events, ...reading, takeIn: commitPending });
  return {
    editor,
    frame,
    saver,
    goTo,
    chrome,
    viewAs: createViewAsStore(),
    drag: createDragStore(),
    texts: createTextStore(),
    slashKeys: { current: undefined },
    save: saver.save,
    startEditing: { current: async () => undefined },
    focusNode(nodeId, { keepsFocus = false, keepsPlace = false } = {}) {
      editor.select(nodeId);
      const before = document.activeElement;
      // What was put in or moved a moment ago is drawn by then.
      requestAnimationFrame(() => {
        const { frame: current } = frame.getState();
        const element = elementOf(current, nodeId);
        if (!current || !element) return;
        if (!keepsPlace) element.scrollIntoView({ block: 'nearest' });
        // Entered by a key that came before this: the text has taken the focus, or is about to.
        const isEntered = editor.get().mode.name === 'editPlugin';
        if (keepsFocus || isEntered || hasMoved(before)) return;
        current.window.focus();
        makeTabStop(current, element);
        element.focus({ preventScroll: true });
      });
    },
    reveal(nodeId, { isPartEnough = false } = {}) {
      requestAnimationFrame(() => {
        const { frame: current } = frame.getState();
        const element = elementOf(current, nodeId);
        if (!current || !element || (isPartEnough && isSeen(current, element))) return;
        element.scrollIntoView({ block: 'nearest' });
      });
    },
  };
}

/** Whether the keyboard has gone somewhere else meanwhile, as into a panel that was opened by the next key. */
function hasMoved(before: Element | null): boolean {
  const { activeElement: now, body } = document;
  return now !== before && now !== body && now?.localName !== 'iframe';
}

function isSeen({ window: { innerHeight } }: Frame, element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Tab goes on from it and comes back to it. From an element that is none, Chromium begins again at the top of the page. */
function makeTabStop({ page }: Frame, element: HTMLElement): void {
  for (const before of page.querySelectorAll<HTMLElement>('[data-pw-node][tabindex="0"]'))
    before.tabIndex = -1;
  element.tabIndex = 0;
}
