/** What is done with files and folders. All of it is done at once, and can be undone: by the message's button or Ctrl+Z. */
import { plural, t } from '@lingui/core/macro';
import { matchesKeyboardEvent } from '@tanstack/hotkeys';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type Chosen,
  countUses,
  createFolder,
  type Failures,
  type FileRecord,
  filesKey,
  moveFiles,
  type Removal,
  removeFiles,
  restoreFiles,
  updateFile,
} from '../api/files.ts';
import { isTyping } from '../ui/list-search.tsx';
import { toast, useToasts } from '../ui/toast.ts';
import { joined, parentOf } from './addresses.ts';
import type { Item } from './use-listing.ts';

/** A file or a folder as it is asked for and told of. */
interface Named {
  key: string;
  name: string;
  isFile: boolean;
}

export const nameOf = (item: Item): string => (item.file ? item.file.name : item.folder.label);

const named = (item: Item): Named => ({
  key: item.key,
  name: nameOf(item),
  isFile: item.file !== undefined,
});

const removed = ({ id, label, kind }: Removal): Named => ({ key: id, name: label, isFile: kind === 'file' });

const keysOf = (items: readonly Named[]): Chosen => ({
  files: items.filter(({ isFile }) => isFile).map(({ key }) => key),
  folders: items.filter(({ isFile }) => !isFile).map(({ key }) => key),
});

const chosenOf = (items: readonly Item[]): Chosen => keysOf(items.map(named));

/** The folder that it is in. */
export const placeOf = (item: Item): string =>
  item.file ? item.file.bucketName : parentOf(item.folder.name);

/** `“harbour.jpg”`, or `12 files`. */
const inWords = (items: readonly Item[]): string => wordsFor(items.map(named));

function wordsFor(items: readonly Named[]): string {
  const [first] = items;
  if (first && items.length === 1) return t`“${first.name}”`;
  const count = items.length;
  if (items.every(({ isFile }) => isFile)) return t`${plural(count, { one: '# file', other: '# files' })}`;
  return t`${plural(count, { one: '# item', other: '# items' })}`;
}

/** Says what of it was not done: of one the reason, of several how many too. Gives what was. */
function sayFailures(failed: Failures, items: readonly Named[]): Named[] {
  const reasons = Object.entries(failed);
  const [first] = reasons;
  if (!first) return [...items];
  const [id, { detail }] = first;
  const item = items.find(({ key }) => key === id);
  const count = reasons.length;
  toast.show({
    kind: 'danger',
    message: item && count === 1 ? t`“${item.name}”: ${detail}` : detail,
    detail:
      count > 1
        ? t`${plural(count, { one: '# item failed.', other: '# items failed, for this or a similar reason.' })}`
        : undefined,
  });
  return items.filter(({ key }) => !(key in failed));
}

export type FileActions = ReturnType<typeof useFileActions>;

export function useFileActions() {
  const client = useQueryClient();
  const latest = useRef<number>(undefined);
  useUndoKey(latest);
  const refresh = () => client.invalidateQueries({ queryKey: filesKey });

  /** Does it and says so; what goes wrong with all of it is said, too. Gives whether it was done. */
  const act = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    } finally {
      await refresh();
    }
  };
  const offerUndo = (message: string, undo: () => Promise<void>) => {
    latest.current = toast.undo(message, { onUndo: () => void act(undo) });
  };

  const remove = (items: readonly Item[]) =>
    act(async () => {
      // Not knowing it keeps nobody from deleting.
      const uses = await countUses(chosenOf(items)).catch(() => 0);
      const gone = sayFailures(await removeFiles(chosenOf(items)), items.map(named));
      if (gone.length === 0) return;
      const what = wordsFor(gone);
      const count = gone.length;
      const said = t`${plural(count, { one: `${what} was deleted.`, other: `${what} were deleted.` })}`;
      const used = t`${plural(uses, { one: 'Still used in # place.', other: 'Still used in # places.' })}`;
      offerUndo(uses > 0 ? `${said} ${used}` : said, async () => {
        sayFailures(await restoreFiles(keysOf(gone)), gone);
      });
    });

  /** Gives the ids of those that are back. */
  const restore = async (removals: readonly Removal[]): Promise<string[]> => {
    const asked = removals.map(removed);
    let back: Named[] = [];
    await act(async () => {
      back = sayFailures(await restoreFiles(keysOf(asked)), asked);
      if (back.length === 0) return;
      const what = wordsFor(back);
      const count = back.length;
      offerUndo(
        t`${plural(count, { one: `${what} was restored.`, other: `${what} were restored.` })}`,
        async () => {
          sayFailures(await removeFiles(keysOf(back)), back);
        },
      );
    });
    return back.map(({ key }) => key);
  };

  const move = (items: readonly Item[], folder: string) =>
    act(async () => {
      const moving = items.filter((item) => placeOf(item) !== folder && item.folder?.name !== folder);
      if (moving.length === 0) return;
      const failed = await moveFiles(chosenOf(moving), folder);
      sayFailures(failed, moving.map(named));
      const moved = moving.filter(({ key }) => !(key in failed));
      if (moved.length === 0) return;
      const where = folder.split('/').at(-1) || t`All files`;
      const what = inWords(moved);
      const count = moved.length;
      offerUndo(
        t`${plural(count, { one: `${what} was moved to “${where}”.`, other: `${what} were moved to “${where}”.` })}`,
        async () => {
          for (const [place, each] of Map.groupBy(moved, placeOf))
            sayFailures(await moveFiles(chosenOf(each), place), each.map(named));
        },
      );
    });

  return {
    refresh,
    remove,
    restore,
    move,
    /** Throws what is wrong with the name. */
    rename: async (file: FileRecord, name: string) => {
      await updateFile(file, { name });
      await refresh();
    },
    makeFolder: async (within: string, name: string, scopeWhitelist: string[]) => {
      const folder = await createFolder(joined(within, name), scopeWhitelist);
      await refresh();
      return folder;
    },
  };
}

function useUndoKey(latest: { current: number | undefined }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || !matchesKeyboardEvent(event, 'Mod+Z')) return;
      const open = useToasts.getState().toasts.find(({ id }) => id === latest.current);
      if (!open) return;
      event.preventDefault();
      toast.act(open.id);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [latest]);
}
