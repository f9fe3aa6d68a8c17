/** Where the keyboard goes when a form opens: into the field that is filled in first. */
import { type RefObject, useEffect } from 'react';

const FIELDS =
  ':is(input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"], [type="color"]), select, textarea):not(:disabled, [readonly]), [contenteditable="true"]';

function firstField(within: Element): HTMLElement | null {
  return within.querySelector<HTMLElement>(FIELDS);
}

/** Puts the keyboard into the first field of `within`, and says whether there is one. */
export function focusFirstField(within: Element | null | undefined): boolean {
  const field = within ? firstField(within) : null;
  field?.focus({ preventScroll: true });
  return Boolean(field);
}

/** The same, once there is one: a form may wait for what it offers. The keyboard stays where somebody has put it since. */
export function focusFirstFieldOnceThere(within: Element): () => void {
  const watch = new MutationObserver(() => {
    const isElsewhere = document.activeElement?.matches('a, button, input, select, textarea');
    if (isElsewhere || focusFirstField(within)) watch.disconnect();
  });
  if (!focusFirstField(within)) watch.observe(within, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/**
 * Gives a dialog's first field the focus that the library would give its close button: at once, or when the form that
 * it waits for has come, unless the keyboard is somewhere else by then. After a question above the dialog, the keyboard
 * is back in the field that it was in.
 */
export function useFirstField(body: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const element = isWanted ? body.current : null;
    const dialog = element?.closest('[role="dialog"]');
    if (!element || !dialog || dialog.querySelector('[data-autofocus]')) return;
    // The library looks for the mark a moment after a dialog opens, and whenever it becomes the topmost again.
    let marked: HTMLElement | undefined;
    const mark = (field: HTMLElement) => {
      delete marked?.dataset.autofocus;
      marked = field;
      field.dataset.autofocus = '';
    };
    const onFocus = ({ target }: FocusEvent) => mark(target as HTMLElement);
    element.addEventListener('focusin', onFocus);
    const field = firstField(element);
    if (field) mark(field);
    const watch = new MutationObserver(() => {
      if (element.contains(document.activeElement) || focusFirstField(element)) watch.disconnect();
    });
    if (!field) watch.observe(element, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('focusin', onFocus);
    };
  }, [body, isWanted]);
}
