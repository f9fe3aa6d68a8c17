/** What is given to a rich text that stands in a form of its own. */
import type { Editor } from '@tiptap/core';
import type { RichTextHost } from '../plugins/rich-text/host.ts';
import { toast } from '../ui/toast.ts';
import { mayUseLibrary } from './may-use-library.ts';
import {
  noticeOfLost,
  noticeOfMisplaced,
  noticeOfNoRight,
  noticeOfStaying,
} from './pasted-images/notices.ts';
import { copyPasted, uploadPasted } from './pasted-images/pasted-images.ts';
import type { Place } from './pasted-images/place.ts';
import type { TextStore } from './text-store.ts';

/** `placeOf`: where images stand that are pasted into a text. */
export function hostFor(texts: TextStore, placeOf: (text: Editor) => Place): RichTextHost {
  return {
    attach(text) {
      texts.setState({ text });
      return () => {
        if (texts.getState().text === text)
          texts.setState({ text: undefined, slash: undefined, isLinking: false, isDescribing: false });
      };
    },
    // Typing is handed over as it comes: nobody asks for it before the form is confirmed.
    onFlush: () => () => undefined,
    askForLink: () => texts.setState({ isLinking: true, isDescribing: false }),
    onForeignImages(addresses, text, spare) {
      if (mayUseLibrary()) void copyPasted(addresses, placeOf(text), spare);
      else toast.show(noticeOfStaying(addresses));
    },
    onImageFile: (file, text) =>
      mayUseLibrary() ? uploadPasted(file, placeOf(text), text.view.dom.ownerDocument) : undefined,
    onLostImages: (count) => toast.show(mayUseLibrary() ? noticeOfLost(count) : noticeOfNoRight(count)),
    onMisplacedImages: (count) => toast.show(noticeOfMisplaced(count)),
  };
}
