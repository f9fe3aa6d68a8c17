/** Makes a change that puts something on the page, which the page may have no room for. */
import { ActionFault } from '../../page/fault.ts';
import { toast } from '../../ui/toast.ts';
import type { EditorStore } from '../store/editor-store.ts';
import type { Insertion } from './insert.ts';

/** Whether it was made. Where it does not fit, all stays as it is and `refusal` is said, with the reason behind it. */
export function putIn(editor: EditorStore, label: string, refusal: string, insertion: Insertion): boolean {
  try {
    editor.change(label, insertion.actions, { select: insertion.nodeId });
    return true;
  } catch (fault) {
    if (!(fault instanceof ActionFault)) throw fault;
    toast.show({ kind: 'danger', message: `${refusal} ${fault.message}` });
    return false;
  }
}
