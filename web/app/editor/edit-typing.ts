/**
 * From a press of Edit to the caret: what is typed meanwhile goes into a field that nobody sees, and comes into the page's
 * text once that has a caret.
 */
import './edit-typing.css';
import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useCallback } from 'react';
import { copyText } from '../ui/copy-text.ts';
import { toast } from '../ui/toast.ts';
import type { Editing } from './context.tsx';

/** What the field stands in. */
const TYPING = 'pw-edit-typing';

/** How long words stay on the screen that have come into no text, and how many of their characters. */
const GIVEN_BACK_MS = 60_000;
const GIVEN_BACK_SHOWN = 300;

/** Starts to edit, and keeps what is typed until there is a caret. */
export function useEditTyping(editing: Editing, startEditing: () => Promise<void>): () => Promise<void> {
  return useCallback(() => {
    const field = document.querySelector<HTMLTextAreaElement>(`.${TYPING} textarea`);
    // Pressed once more: the keyboard went to the button.
    if (field) field.focus();
    else if (isAwaited(editing)) return keepTyping(editing, startEditing, newPlace());
    return startEditing();
  }, [editing, startEditing]);
}

/** A page that is open has its caret at once; on a touch screen there is none, and the field would bring up a keyboard. */
function isAwaited({ editor }: Editing): boolean {
  return !editor.get().page && !window.matchMedia('(pointer: coarse)').matches;
}

function newPlace(): HTMLElement {
  const field = document.createElement('textarea');
  field.autocomplete = 'off';
  field.setAttribute('aria-label', t`Opening the page. You can type already.`);
  const place = document.body.appendChild(document.createElement('div'));
  place.append(field);
  return place;
}

/** `place` has the field in it, which may have the keyboard already, and words; it goes once there is a caret, or none to come. */
export async function keepTyping(
  editing: Editing,
  startEditing: () => Promise<void>,
  place: HTMLElement,
): Promise<void> {
  const field = place.querySelector('textarea');
  if (!field) return startEditing();
  const before = document.activeElement;
  place.className = TYPING;
  place.dataset.covers = '';
  // Who presses Edit clicks where to write: the keyboard would go into the page as it is viewed.
  place.addEventListener('mousedown', (event) => {
    event.preventDefault();
    field.focus();
  });
  // A button that is still held down has not brought the keyboard there yet.
  if (!field.value) field.focus();
  const waiting: (() => void)[] = [];
  const finish = (put: (words: string) => void) => {
    if (!place.isConnected) return;
    for (const stop of waiting) stop();
    const hasKeyboard = document.activeElement === field;
    put(field.value);
    place.remove();
    if (hasKeyboard && document.activeElement === document.body) (before as HTMLElement | null)?.focus();
  };
  waiting.push(
    editing.texts.subscribe(({ text }) => {
      // The caret is placed right after the text has been announced, before any other key comes.
      if (text) queueMicrotask(() => finish((words) => write(text, words)));
    }),
    editing.editor.subscribe(({ mode }) => {
      // A click is one into the page that is edited now.
      if (mode.name !== 'view') delete place.dataset.covers;
      // The page is open, and has no text in view.
      if (mode.name === 'edit') finish(giveBack);
    }),
  );
  try {
    await startEditing();
  } finally {
    if (editing.editor.get().mode.name !== 'editPlugin') finish(giveBack);
  }
}

/** As if it were typed now. Where a line beside the text has the caret (rich-text/plain-line.tsx), into that. */
function write({ view }: Editor, words: string): void {
  const { ownerDocument } = view.dom;
  const { activeElement } = ownerDocument;
  if (activeElement !== view.dom && activeElement?.matches('[data-pw-inline]')) {
    ownerDocument.execCommand('insertText', false, words.replaceAll('\n', ' '));
    return;
  }
  words.split('\n').forEach((line, index) => {
    if (index > 0) pressEnter(view);
    if (line) view.dispatch(view.state.tr.insertText(line));
  });
}

/** Not a split alone: in a list it begins the next item. */
function pressEnter(view: Editor['view']): void {
  const enter = new KeyboardEvent('keydown', { key: 'Enter' });
  view.someProp('handleKeyDown', (handle) => handle(view, enter));
}

/** Says what was typed to somebody whose page has no caret for it. */
function giveBack(words: string): void {
  if (words.trim() === '') return;
  toast.show({
    message: t`What you typed was not put into the page.`,
    detail: words.length > GIVEN_BACK_SHOWN ? `${words.slice(0, GIVEN_BACK_SHOWN)}…` : words,
    duration: GIVEN_BACK_MS,
    also: { label: t`Copy`, onClick: () => void copyText(words) },
  });
}
