/** Gives the keyboard back to the page: to its caret, or to what is selected. False where there is neither. */
import type { Editing } from './context.tsx';

export function focusPage({
  editor,
  texts,
  focusNode,
}: Pick<Editing, 'editor' | 'texts' | 'focusNode'>): boolean {
  const { text } = texts.getState();
  const { selected } = editor.get();
  if (text) {
    text.view.dom.ownerDocument.defaultView?.focus();
    text.view.focus();
  } else if (selected) focusNode(selected);
  return text !== undefined || selected !== undefined;
}
