/**
 * Notices `/` at the start of an empty paragraph and what is typed after it, for the menu that the host shows. TipTap's
 * suggestion utility is left out: what it does by itself (finding the match, opening, drawing, keys) would all have to be
 * overridden by options as long as this file, and it adds 24 kB.
 */
import { Extension } from '@tiptap/core';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

export interface SlashMatch {
  /** What follows the `/`. */
  query: string;
  /** The paragraph's text in the document, to be taken out when something is chosen. */
  from: number;
  to: number;
  /** Where the `/` is, in the client coordinates of its document. */
  place: { left: number; top: number; bottom: number };
}

type Found = Omit<SlashMatch, 'place'>;
type Opened = Pick<SlashMatch, 'from' | 'query'>;

interface SlashOptions {
  onSlash: (match: SlashMatch | null) => void;
  onSlashKey: (event: KeyboardEvent) => boolean;
}

export const Slash = Extension.create<SlashOptions>({
  name: 'slash',
  // Before the keys of lists and paragraphs.
  priority: 1100,
  addOptions() {
    return { onSlash: () => undefined, onSlashKey: () => false };
  },
  addProseMirrorPlugins() {
    const { onSlash, onSlashKey } = this.options;
    let open: Opened | null = null;
    let interrupted = null as Opened | null;
    const close = () => {
      if (open) onSlash(null);
      open = null;
    };
    const show = (view: EditorView, found: Found) => {
      open = { from: found.from, query: found.query };
      onSlash({ ...found, place: placeOf(view, found.from) });
    };
    // Plugins that come later have the views of all others destroyed and created again, while somebody types.
    const resume = (view: EditorView) => {
      const found = interrupted && slashIn(view.state);
      if (found && found.from === interrupted?.from) show(view, found);
      interrupted = null;
    };
    return [
      new Plugin({
        view: (created) => {
          resume(created);
          return {
            update(view, previous) {
              const found = slashIn(view.state);
              if (!found) return close();
              const wasTyped = !previous.doc.eq(view.state.doc);
              const begins = wasTyped && found.query === '' && slashIn(previous) === null;
              const goesOn = open !== null && open.from === found.from;
              if (!begins && !goesOn) return;
              if (goesOn && open?.query === found.query) return;
              show(view, found);
            },
            destroy() {
              interrupted = open;
              close();
            },
          };
        },
        props: {
          handleKeyDown(_view, event) {
            if (!open) return false;
            if (event.key === 'Escape') {
              close();
              return true;
            }
            return onSlashKey(event);
          },
        },
      }),
    ];
  },
});

function slashIn(state: EditorState): Found | null {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || parent.type.name !== 'paragraph' || $from.parentOffset !== parent.content.size) return null;
  const query = /^\/([\p{L}\p{N} -]{0,40})$/u.exec(parent.textContent)?.[1];
  return query === undefined ? null : { query, from: $from.start(), to: $from.end() };
}

function placeOf(view: EditorView, position: number): SlashMatch['place'] {
  const { left, top, bottom } = view.coordsAtPos(position);
  return { left, top, bottom };
}
