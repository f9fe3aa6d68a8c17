/**
 * Saves what is changed in the details of a file, as it is changed: shown at once, sent one after the other, each on the
 * version that the one before made. What somebody else has changed to something else is shown beside it, to decide.
 * What was typed and could not be saved stays beside it, to send again.
 */
import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FileRecord, filesKey, getFileOptions, readFile, updateFile } from '../../api/files.ts';
import { isMissing, ProblemError } from '../../api/problem.ts';
import { useUnloadWarning } from '../../ui/leave-warning.ts';
import { toast } from '../../ui/toast.ts';
import { bodyOf, changes, clashing, type Edit, edited, type Said, saidOf } from './edits.ts';
import { keepUnsaved, takeUnsaved, useUnsavedEdits } from './unsaved-edits.ts';

export interface Clash {
  /** What was changed here. */
  edit: Edit;
  /** What that said when it was begun. */
  from: Edit;
  /** The file as somebody else has left it. */
  theirs: FileRecord;
}

/** What can be done about what was typed and not saved. */
export interface UnsavedActions {
  retry: () => void;
  discard: () => void;
}

/** Saves that find yet another version. */
const MOST_RETRIES = 3;

const show = (client: QueryClient, file: FileRecord) =>
  client.setQueryData(getFileOptions(file.id).queryKey, file);

const DELETED = t`Somebody has deleted this file. Restore it to save what you typed, or copy what you still need.`;

/** Where an edit began that was typed over what could not be saved: where that did. */
const over = (from: Edit | undefined, former: Edit): Edit | undefined =>
  Object.keys(former).length > 0 ? { ...from, ...former } : from;

export function useFileEdits(shown: FileRecord) {
  const client = useQueryClient();
  const [clash, setClash] = useState<Clash>();
  /** How many are on their way. */
  const [open, setOpen] = useState(0);
  const stored = useRef(shown);
  const chain = useRef<Promise<void>>(Promise.resolve());
  const unsaved = useUnsavedEdits((all) => all[shown.id]);
  useUnloadWarning(() => open > 0 || clash !== undefined);
  // What was read since is newer than what was saved.
  if (open === 0 && shown.version > stored.current.version) stored.current = shown;

  const isClosed = useRef(false);
  const keepClash = useEffectEvent(() => clash && keepUnsaved(shown.id, clash.edit, clash.from));
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      keepClash();
    };
  }, []);

  // Of a clash that nobody has decided yet nothing is lost by the next, nor where nobody sees it any more.
  const addClash = (edit: Edit, from: Edit, theirs: FileRecord) =>
    isClosed.current
      ? keepUnsaved(shown.id, edit, from)
      : setClash((before) => ({
          edit: { ...before?.edit, ...edit },
          from: { ...from, ...before?.from },
          theirs,
        }));

  const send = async (edit: Edit, base: FileRecord, retries = MOST_RETRIES): Promise<void> => {
    try {
      stored.current = await updateFile(base, bodyOf(base, edit));
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 412)) throw error;
      const theirs = await readFile(base.id);
      if (clashing(base, edit, theirs).length > 0 || retries === 0) {
        stored.current = theirs;
        addClash(edit, saidOf(base), theirs);
      } else await send(edit, theirs, retries - 1);
    }
  };
  const run = async (edit: Edit, begun?: Edit) => {
    // Also what failed since this was asked for: it was typed before, and this counts instead.
    const from = over(begun, takeUnsaved(shown.id, edit));
    try {
      // Read anew while somebody was typing, it may say something else by now.
      const before = from ? edited(stored.current, from) : stored.current;
      if (clashing(before, edit, stored.current).length > 0) addClash(edit, saidOf(before), stored.current);
      else await send(edit, stored.current);
    } catch (error) {
      // Also of one that somebody has deleted, who may bring it back.
      keepUnsaved(shown.id, edit, { ...saidOf(stored.current), ...from });
      toast.error(isMissing(error) ? DELETED : error);
    }
    setOpen((count) => count - 1);
    show(client, stored.current);
    await client.invalidateQueries({ queryKey: filesKey });
  };
  const start = (edit: Edit, from?: Edit) => {
    const begun = over(from, takeUnsaved(shown.id, edit));
    show(client, edited(shown, edit));
    setOpen((count) => count + 1);
    chain.current = chain.current.then(() => run(edit, begun));
  };
  return {
    /** `from`: what it was when the change began, where that took a while. */
    save: (edit: Edit, from?: Edit) => {
      const present = unsaved ? edited(shown, unsaved.edit) : shown;
      if (changes(present, edit)) start(edit, from);
    },
    isSaving: open > 0,
    unsaved: unsaved?.edit,
    /** Of one that was typed and not saved, and undefined of all others. */
    unsavedActions: (name: keyof Said): UnsavedActions | undefined => {
      if (unsaved?.edit[name] === undefined) return undefined;
      const edit: Edit = { [name]: unsaved.edit[name] };
      return { retry: () => start(edit), discard: () => void takeUnsaved(shown.id, edit) };
    },
    clash,
    takeTheirs: () => setClash(undefined),
    keepMine: () => {
      if (!clash) return;
      setClash(undefined);
      setOpen((count) => count + 1);
      chain.current = chain.current.then(() => run(clash.edit));
    },
  };
}
