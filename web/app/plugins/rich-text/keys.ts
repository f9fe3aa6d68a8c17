/** The keys of rich text that lead out of it. */
import { Extension } from '@tiptap/core';

interface KeyOptions {
  leave: () => void;
  link: () => void;
}

export const RichTextKeys = Extension.create<KeyOptions>({
  name: 'richTextKeys',
  addOptions() {
    return { leave: () => undefined, link: () => undefined };
  },
  addKeyboardShortcuts() {
    return {
      Escape: () => {
        this.options.leave();
        return true;
      },
      'Mod-k': () => {
        this.options.link();
        return true;
      },
    };
  },
});
