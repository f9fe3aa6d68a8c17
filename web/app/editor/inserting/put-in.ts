/** Makes a change that puts something on the page, which the page may have no room for. */
import { t } from '@lingui/core/macro';
import { ActionFault } from '../../page/fault.ts';
import { toast } from '../../ui/toast.ts';
import { pluginName } from '../places/names.ts';
import type { EditorStore } from '../store/editor-store.ts';
import type { Insertion } from './insert.ts';
import { surplusPlugin } from './once.ts';

/** Whether it was made. Where it does not fit, all stays as it is and `refusal` is said, with the reason behind it. */
export function putIn(editor: EditorStore, label: string, refusal: string, insertion: Insertion): boolean {
  const refuse = (reason: string) => {
    toast.show({ kind: 'danger', message: `${refusal} ${reason}` });
    return false;
  };
  const { page } = editor.get();
  try {
    const surplus = page && surplusPlugin(page, insertion.actions);
    if (surplus) return refuse(t`A page can have “${pluginName(surplus)}” only once.`);
    editor.change(label, insertion.actions, { select: insertion.nodeId });
    return true;
  } catch (fault) {
    if (!(fault instanceof ActionFault)) throw fault;
    return refuse(fault.message);
  }
}
