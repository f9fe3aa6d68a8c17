/** Brings a text that changed elsewhere (undo, a save's answer) into an open editor, moving no more than it must. */
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Marks a transaction whose content the owner has already. */
export const TAKEN_OVER = 'pagewright-taken-over';

/** Replaces only what differs; the caret goes to the end of that, where the person's eye is needed. */
export function takeOver(view: EditorView, next: DocumentNode): void {
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
