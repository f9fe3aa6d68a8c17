/** The keys of rich text that lead out of it. */
import { Extension } from '@tiptap/core';

interface KeyOptions {
  leave: () => void;
  link: () => void;
  /** Left out where the text keeps its own history. */
  undo?: () => void;
  redo?: () => void;
}

export const RichTextKeys = Extension.create<KeyOptions>({
  name: 'richTextKeys',
  addOptions() {
    return { leave: () => undefined, link: () => undefined };
  },
  addKeyboardShortcuts() {
    const { undo, redo } = this.options;
    const always = (run: () => void) => () => {
      run();
      return true;
    };
    return {
      ...(undo ? { 'Mod-z': always(undo) } : {}),
      ...(redo ? { 'Mod-Shift-z': always(redo), 'Mod-y': always(redo) } : {}),
      Escape: always(this.options.leave),
      'Mod-k': always(this.options.link),
    };
  },
});
