/**
 * Saves what is changed in the details of a file, as it is changed: shown at once, sent one after the other, each on the
 * version that the one before made. What somebody else has changed to something else is shown beside it, to decide.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FileRecord, filesKey, getFileOptions, readFile, updateFile } from '../../api/files.ts';
import { ProblemError } from '../../api/problem.ts';
import { toast } from '../../ui/toast.ts';
import { bodyOf, changes, clashing, type Edit, edited } from './edits.ts';

export interface Clash {
  /** What was changed here. */
  edit: Edit;
  /** The file as somebody else has left it. */
  theirs: FileRecord;
}

/** Saves that find yet another version. */
const MOST_RETRIES = 3;

const show = (client: QueryClient, file: FileRecord) =>
  client.setQueryData(getFileOptions(file.id).queryKey, file);

export function useFileEdits(shown: FileRecord) {
  const client = useQueryClient();
  const [clash, setClash] = useState<Clash>();
  /** How many are on their way. */
  const [open, setOpen] = useState(0);
  const stored = useRef(shown);
  const chain = useRef<Promise<void>>(Promise.resolve());
  // What was read since is newer than what was saved.
  if (open === 0 && shown.version > stored.current.version) stored.current = shown;

  const send = async (edit: Edit, base: FileRecord, retries = MOST_RETRIES): Promise<void> => {
    try {
      stored.current = await updateFile(base, bodyOf(base, edit));
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 412)) throw error;
      const theirs = await readFile(base.id);
      if (clashing(base, edit, theirs).length > 0 || retries === 0) {
        stored.current = theirs;
        setClash({ edit, theirs });
      } else await send(edit, theirs, retries - 1);
    }
  };
  const run = async (edit: Edit, from?: Edit) => {
    try {
      // Read anew while somebody was typing, it may say something else by now.
      const before = from ? edited(stored.current, from) : stored.current;
      if (clashing(before, edit, stored.current).length > 0) setClash({ edit, theirs: stored.current });
      else await send(edit, stored.current);
    } catch (error) {
      toast.error(error);
    }
    setOpen((count) => count - 1);
    show(client, stored.current);
    await client.invalidateQueries({ queryKey: filesKey });
  };
  /** `from`: what it was when the change began, where that took a while. */
  const save = (edit: Edit, from?: Edit) => {
    if (!changes(shown, edit)) return;
    show(client, edited(shown, edit));
    setOpen((count) => count + 1);
    chain.current = chain.current.then(() => run(edit, from));
  };
  return {
    save,
    isSaving: open > 0,
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
