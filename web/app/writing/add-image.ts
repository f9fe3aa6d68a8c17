/** Images of the library: put where the caret is, or in place of another. */
import type { Editor } from '@tiptap/core';
import { pickFile } from '../media/picker/pick-files.ts';
import { imageAt, insertFigure, replaceImage } from '../plugins/rich-text/figures.ts';
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

/** Another image in place of the one that is selected. Answers whether one was chosen. */
export async function chooseAnother(text: Editor): Promise<boolean> {
  const file = await pickFile({ types: ['image'] });
  // It may have moved, or got its own address, since the library was opened.
  const placed = file && !text.isDestroyed && imageAt(text.state);
  if (placed) replaceImage(text, placed, file.path.uri);
  return Boolean(placed);
}
