/**
 * What was typed about files and could not be saved. It stays until it is saved or discarded, also where the details are
 * closed meanwhile: nobody is to type it again. Another user who logs in gets none of it.
 */
import { create } from 'zustand';
import { onOtherUser } from '../../session/session-store.ts';
import { warnOfLoss } from '../../ui/leave-warning.ts';
import type { Edit, Said } from './edits.ts';

export interface UnsavedEdit {
  edit: Edit;
  /** What these said when it was typed: somebody else may have changed it by the time that it is sent again. */
  from: Edit;
}

/** By the ids of the files. */
export const useUnsavedEdits = create<Record<string, UnsavedEdit>>(() => ({}));

/** What is chosen by a press shows the truth again where it was not saved; that is soon done anew. */
const TYPED: readonly (keyof Said)[] = ['alt', 'title', 'jpegQuality'];

const part = (edit: Edit, isWanted: (name: string) => boolean): Edit =>
  Object.fromEntries(Object.entries(edit).filter(([name]) => isWanted(name))) as Edit;

const hasAny = () => Object.keys(useUnsavedEdits.getState()).length > 0;

let stopWarning: (() => void) | undefined;

function replace(all: Record<string, UnsavedEdit>) {
  useUnsavedEdits.setState(all, true);
  if (hasAny()) stopWarning ??= warnOfLoss(hasAny);
  else {
    stopWarning?.();
    stopWarning = undefined;
  }
}

function put(id: string, unsaved: UnsavedEdit) {
  const { [id]: _, ...others } = useUnsavedEdits.getState();
  const isEmpty = Object.keys(unsaved.edit).length === 0;
  replace(isEmpty ? others : { ...others, [id]: unsaved });
}

// For as long as the page is loaded.
onOtherUser(() => replace({}));

const NOTHING: UnsavedEdit = { edit: {}, from: {} };

const unsavedOf = (id: string): UnsavedEdit => useUnsavedEdits.getState()[id] ?? NOTHING;

/** Keeps of an edit that could not be saved what was typed. */
export function keepUnsaved(id: string, edit: Edit, from: Edit) {
  const before = unsavedOf(id);
  const typed = part(edit, (name) => TYPED.some((each) => each === name));
  put(id, {
    edit: { ...before.edit, ...typed },
    from: { ...before.from, ...part(from, (name) => name in typed) },
  });
}

/** Takes out what is about to be sent, and gives what it was typed over. */
export function takeUnsaved(id: string, edit: Edit): Edit {
  const { edit: kept, from } = unsavedOf(id);
  put(id, { edit: part(kept, (name) => !(name in edit)), from: part(from, (name) => !(name in edit)) });
  return part(from, (name) => name in edit);
}
