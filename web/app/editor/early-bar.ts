/**
 * The bar that the shell brings with it (server/shell.ts), in the place of the toolbar: Edit can be pressed while the
 * editor's scripts are on their way. It needs none itself. Pressing its Edit puts the keyboard into a field that nobody
 * sees; what is typed there comes into the page's text once that has a caret.
 */
import './early-bar.css';
import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useEffectEvent, useLayoutEffect } from 'react';
import { copyText } from '../ui/copy-text.ts';
import { toast } from '../ui/toast.ts';
import type { Editing } from './context.tsx';

/** As server/shell.ts writes it. */
const EARLY = 'pw-early-bar';

/** How long words stay on the screen that have come into no text, and how many of their characters. */
const GIVEN_BACK_MS = 60_000;
const GIVEN_BACK_SHOWN = 300;

/** Gives way to the toolbar, which is drawn in the same moment; starts to edit if Edit was pressed. */
export function useEarlyBar(editing: Editing, startEditing: () => Promise<void>): void {
  const start = useEffectEvent(startEditing);
  useLayoutEffect(() => {
    const bar = document.getElementById(EARLY);
    const field = bar?.querySelector('textarea');
    if (!bar || !field || !isPressed(bar, field)) return dropEarlyBar();
    bar.removeAttribute('id');
    bar.className = 'pw-early-typing';
    // A button that is still held down has not brought the keyboard there yet.
    if (!field.value) field.focus();
    const waiting: (() => void)[] = [];
    const finish = (put: (words: string) => void) => {
      if (!bar.isConnected) return;
      for (const stop of waiting) stop();
      put(field.value);
      bar.remove();
    };
    waiting.push(
      editing.texts.subscribe(({ text }) => {
        // The caret is placed right after the text has been announced, before any other key comes.
        if (text) queueMicrotask(() => finish((words) => write(text, words)));
      }),
      editing.editor.subscribe(({ mode }) => {
        // The page is open, and has no text in view.
        if (mode.name === 'edit') finish(giveBack);
      }),
    );
    void start().finally(() => {
      if (editing.editor.get().mode.name !== 'editPlugin') finish(giveBack);
    });
  }, [editing]);
}

/** For a screen that has no place for it. */
export function dropEarlyBar(): void {
  document.getElementById(EARLY)?.remove();
}

/** Also while the button is still held down: letting go over the toolbar would be no click on either. */
function isPressed(bar: HTMLElement, field: HTMLTextAreaElement): boolean {
  return document.activeElement === field || field.value !== '' || bar.querySelector('label:active') !== null;
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
