/**
 * What surrounds a rich text while it is edited: the bar of buttons, the link field and the `/` menu are the
 * editor screen's and not a plugin's, so a text tells them what it is doing through this context.
 */
import type { AnyExtension, Editor } from '@tiptap/core';
import { createContext, useContext } from 'react';
import type { SlashMatch } from './slash.ts';

export interface RichTextHost {
  /** The text in which the caret is. Returns what to call when it goes. */
  attach: (editor: Editor) => () => void;
  /** Something that holds typing back (typing.ts), to be asked for it before a save. Returns its removal. */
  onFlush: (flush: () => void) => () => void;
  /** Ctrl+K. */
  askForLink: () => void;
  /** Undo is the page's, not the text's. */
  history?: { undo: () => void; redo: () => void };
  /** A history of the text's own, where it has one: given, so that the editor of pages does not load it. */
  ownHistory?: AnyExtension;
  /** Images of other sites were pasted, at these addresses. `spare`: the one that there is came as a file as well. */
  onForeignImages?: (addresses: readonly string[], text: Editor, spare?: File) => void;
  /** An image was pasted as a file. Returns the address that it will have, or undefined where it cannot be had. */
  onImageFile?: (file: File, text: Editor) => string | undefined;
  /** So many images were in what was pasted that could not be taken. */
  onLostImages?: (count: number) => void;
  /** So many images were pasted as files where none may stand, as in code. */
  onMisplacedImages?: (count: number) => void;
  /** `/` at the start of an empty paragraph, and what is typed after it; null when that is over. */
  onSlash?: (match: SlashMatch | null) => void;
  /** Keys while the `/` menu is open. True: the key was for the menu. */
  onSlashKey?: (event: KeyboardEvent) => boolean;
}

const nothing = () => undefined;
const alone: RichTextHost = { attach: () => nothing, onFlush: () => nothing, askForLink: nothing };

export const RichTextHostContext = createContext<RichTextHost>(alone);

export function useRichTextHost(): RichTextHost {
  return useContext(RichTextHostContext);
}
