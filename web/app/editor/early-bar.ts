/**
 * The bar that the shell brings with it (server/shell.ts), in the place of the toolbar: Edit can be pressed while the
 * editor's scripts are on their way. It needs none itself. Pressing its Edit puts the keyboard into a field that nobody
 * sees, as the toolbar's Edit does later (edit-typing.ts).
 */
import './early-bar.css';
import { useEffectEvent, useLayoutEffect } from 'react';
import type { Editing } from './context.tsx';
import { keepTyping } from './edit-typing.ts';

/** As server/shell.ts writes it. */
const EARLY = 'pw-early-bar';

/** Gives way to the toolbar, which is drawn in the same moment; starts to edit if Edit was pressed. */
export function useEarlyBar(editing: Editing, startEditing: () => Promise<void>): void {
  const start = useEffectEvent(startEditing);
  useLayoutEffect(() => {
    const bar = document.getElementById(EARLY);
    const field = bar?.querySelector('textarea');
    if (!bar || !field || !isPressed(bar, field)) return dropEarlyBar();
    bar.removeAttribute('id');
    void keepTyping(editing, start, bar);
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
