/**
 * The bar that the shell brings with it (server/shell.ts), in the place of the toolbar: Edit can be pressed while the
 * editor's scripts are on their way. It needs none itself. Pressing its Edit puts the keyboard into a field that nobody
 * sees; what is typed there comes into the page's text once that has a caret.
 */
import './early-bar.css';
import type { Editor } from '@tiptap/core';
import { useEffectEvent, useLayoutEffect } from 'react';
import type { Editing } from './context.tsx';

/** As server/shell.ts writes it. */
const EARLY = 'pw-early-bar';

/** Gives way to the toolbar, which is drawn in the same moment; starts to edit if Edit was pressed. */
export function useEarlyBar(editing: Editing, startEditing: () => Promise<void>): void {
  const start = useEffectEvent(startEditing);
  useLayoutEffect(() => {
    const bar = document.getElementById(EARLY);
    const field = bar?.querySelector('textarea');
    if (!bar || !field || !isPressed(bar, field)) return dropEarlyBar();
    // Keeps the keyboard until the caret takes it.
    bar.removeAttribute('id');
    bar.className = 'pw-visually-hidden';
    const stop = editing.texts.subscribe(({ text }) => {
      if (!text) return;
      stop();
      // The caret is placed right after the text has been announced, before any other key comes.
      queueMicrotask(() => {
        type(text, field.value);
        bar.remove();
      });
    });
    void start().finally(() => {
      if (editing.editor.get().mode.name === 'editPlugin') return;
      stop();
      bar.remove();
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

function type(text: Editor, words: string): void {
  words.split('\n').forEach((line, index) => {
    if (index > 0) text.commands.splitBlock();
    if (line) text.view.dispatch(text.state.tr.insertText(line));
  });
}
