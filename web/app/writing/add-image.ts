/** An image of the library, put where the caret is. */
import type { Editor } from '@tiptap/core';
import { pickFile } from '../media/picker/pick-files.ts';
import { insertFigure } from '../plugins/rich-text/figures.ts';
import { toast } from '../ui/toast.ts';
import { mayUseLibrary } from './may-use-library.ts';
import { noticeOfNoLibrary } from './pasted-images/notices.ts';
import type { TextStore } from './text-store.ts';

export async function addImage(text: Editor, texts: TextStore): Promise<void> {
  if (!mayUseLibrary()) {
    toast.show(noticeOfNoLibrary());
    return;
  }
  const file = await pickFile({ types: ['image'] });
  // The dialog gives the keyboard back to the text, or finds it in the form.
  if (!file || text.isDestroyed) return;
  insertFigure(text, file.path.uri);
  texts.setState({ isDescribing: true, isLinking: false });
}
