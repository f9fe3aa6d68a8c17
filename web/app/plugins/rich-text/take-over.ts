/** Brings a text that changed elsewhere (undo, a save's answer) into an open editor, moving no more than it must. */
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Marks a transaction whose content the owner has already. */
export const TAKEN_OVER = 'pagewright-taken-over';

/**
 * Replaces only what differs; the caret goes to the end of that, where the person's eye is needed. Where images alone have
 * other addresses it stays, and so does the page.
 */
export function takeOver(view: EditorView, next: DocumentNode): void {
  const images = imagesChanged(view.state, next);
  if (images) {
    view.dispatch(images.setMeta(TAKEN_OVER, true));
    return;
  }
  const { doc, tr } = view.state;
  const start = doc.content.findDiffStart(next.content);
  if (start === null) return;
  const end = doc.content.findDiffEnd(next.content);
  if (!end) return;
  // Repeated letters make the two ends overlap the start; pull both back by as much.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap));
  const caret = Math.min(end.b + overlap, tr.doc.content.size);
  tr.setSelection(TextSelection.near(tr.doc.resolve(caret), -1));
  view.dispatch(tr.setMeta(TAKEN_OVER, true).scrollIntoView());
}

/** The step to a document that differs in attributes of images alone, as after they were copied: nothing moves by it. */
function imagesChanged({ doc, tr }: EditorState, next: DocumentNode): Transaction | undefined {
  if (doc.content.size !== next.content.size) return undefined;
  doc.descendants((node, position) => {
    const other = node.type.name === 'image' ? next.nodeAt(position) : null;
    if (other?.type !== node.type) return;
    for (const [name, value] of Object.entries(other.attrs))
      if (node.attrs[name] !== value) tr.setNodeAttribute(position, name, value);
  });
  return tr.docChanged && tr.doc.eq(next) ? tr : undefined;
}
