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
  removeFiles,
  restoreFiles,
  updateFile,
} from '../api/files.ts';
import { isTyping } from '../ui/list-search.tsx';
import { toast, useToasts } from '../ui/toast.ts';
import { joined, parentOf } from './addresses.ts';
import type { Item } from './use-listing.ts';

export const chosenOf = (items: readonly Item[]): Chosen => ({
  files: items.flatMap(({ file }) => (file ? [file.id] : [])),
  folders: items.flatMap(({ folder }) => (folder ? [folder.id] : [])),
});

export const nameOf = (item: Item): string => (item.file ? item.file.name : item.folder.label);

/** The folder that it is in. */
export const placeOf = (item: Item): string =>
  item.file ? item.file.bucketName : parentOf(item.folder.name);

/** `“harbour.jpg”`, or `12 files`. */
export function inWords(items: readonly Item[]): string {
  const [first] = items;
  if (first && items.length === 1) return t`“${nameOf(first)}”`;
  const count = items.length;
  if (items.every(({ file }) => file)) return t`${plural(count, { one: '# file', other: '# files' })}`;
  return t`${plural(count, { one: '# item', other: '# items' })}`;
}

/** Says what of it was not done: of one the reason, of several how many too. */
function sayFailures(failed: Failures, items: readonly Item[]): Item[] {
  const reasons = Object.entries(failed);
  const [first] = reasons;
  if (!first) return [...items];
  const [id, { detail }] = first;
  const item = items.find(({ key }) => key === id);
  const count = reasons.length;
  toast.show({
    kind: 'danger',
    message: item && count === 1 ? t`“${nameOf(item)}”: ${detail}` : detail,
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
      const gone = sayFailures(await removeFiles(chosenOf(items)), items);
      if (gone.length === 0) return;
      const what = inWords(gone);
      const count = gone.length;
      const said = t`${plural(count, { one: `${what} was deleted.`, other: `${what} were deleted.` })}`;
      const used = t`${plural(uses, { one: 'Still used in # place.', other: 'Still used in # places.' })}`;
      offerUndo(uses > 0 ? `${said} ${used}` : said, async () => {
        sayFailures(await restoreFiles(chosenOf(gone)), gone);
      });
    });

  const move = (items: readonly Item[], folder: string) =>
    act(async () => {
      const moving = items.filter((item) => placeOf(item) !== folder && item.folder?.name !== folder);
      if (moving.length === 0) return;
      const moved = sayFailures(await moveFiles(chosenOf(moving), folder), moving);
      if (moved.length === 0) return;
      const where = folder.split('/').at(-1) || t`All files`;
      const what = inWords(moved);
      const count = moved.length;
      offerUndo(
        t`${plural(count, { one: `${what} was moved to “${where}”.`, other: `${what} were moved to “${where}”.` })}`,
        async () => {
          for (const [place, each] of Map.groupBy(moved, placeOf))
            sayFailures(await moveFiles(chosenOf(each), place), each);
        },
      );
    });

  return {
    refresh,
    remove,
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
