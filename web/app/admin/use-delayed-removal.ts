/**
 * Deleting with a way back that is honest: the row goes from the screen at once, the request is sent
 * only when the Undo has lapsed, or when somebody leaves the screen or the page, or logs out, before. Ctrl+Z is that Undo,
 * since its button lies far from the list for the keyboard, and that of a move by a row's menu. What must not wait is sent at
 * once, and said to be deleted once the service has done so.
 */
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { beforeLogOut } from '../session/tokens.ts';
import { isAnyPressed } from '../shortcuts/pressed.ts';
import { isTyping } from '../ui/list-search.tsx';
import { toast, useToasts } from '../ui/toast.ts';
import type { Resource } from './define-resource.ts';
import { sayRefused } from './refusals.ts';
import { ADMIN_KEYS } from './shortcuts.ts';

/** What of a resource deleting its records takes. */
type Removable<Row> = Pick<
  Resource<Row>,
  'idOf' | 'nameOf' | 'remove' | 'isRemovedAtOnce' | 'followRemoval' | 'removalNote' | 'invalidates'
>;

/** `onReturn` is called before rows come back by Undo. */
export function useDelayedRemoval<Row>(resource: Removable<Row>, onReturn?: (ids: string[]) => void) {
  const queryClient = useQueryClient();
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  /** Toasts whose Undo is still open. */
  const open = useRef(new Set<number>());
  /** Requests that have no answer yet: who logs out waits for them, and not for the jobs that they start. */
  const underWay = useRef(new Set<Promise<unknown>>());

  const idsOf = (rows: Row[]) => rows.map(resource.idOf);
  const restore = (ids: string[]) =>
    setRemovedIds((before) => new Set([...before].filter((one) => !ids.includes(one))));

  const send = (rows: Row[], answer: unknown) => {
    const accepted = rows.map(async (row) => resource.remove?.(row, answer));
    const ended = rows.map(async (row, index) => {
      const answered = await accepted[index];
      await resource.followRemoval?.(row, answered);
    });
    const finished = finish(rows, ended);
    const sent = Promise.allSettled(accepted).finally(() => underWay.current.delete(sent));
    underWay.current.add(sent);
    return finished;
  };

  const finish = async (rows: Row[], removals: Promise<unknown>[]) => {
    const ended = await Promise.allSettled(removals);
    const refused = rows.flatMap((row, index) => {
      const end = ended[index];
      return end?.status === 'rejected' ? [{ row, error: end.reason }] : [];
    });
    sayRefused(
      resource,
      refused,
      t`${plural(refused.length, { one: '# record was not deleted.', other: '# records were not deleted.' })}`,
    );
    await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    // Only now: until the list is read anew it still holds the rows.
    restore(idsOf(rows));
    return rows.filter((_, index) => ended[index]?.status === 'fulfilled');
  };

  const inWords = (rows: Row[]) => {
    const [first] = rows;
    const name = first && resource.nameOf(first);
    const what = t`${plural(rows.length, {
      1: `“${name}” was deleted.`,
      one: '# record was deleted.',
      other: '# records were deleted.',
    })}`;
    return [what, resource.removalNote].filter(Boolean).join(' ');
  };

  const removeAtOnce = async (rows: Row[], answer: unknown) => {
    setRemovedIds((before) => new Set([...before, ...idsOf(rows)]));
    const gone = await send(rows, answer);
    if (gone.length > 0) toast.success(inWords(gone));
  };

  const remove = (rows: Row[], answer?: unknown) => {
    const atOnce = rows.filter((row) => resource.isRemovedAtOnce?.(row));
    const others = rows.filter((row) => !atOnce.includes(row));
    if (atOnce.length > 0) void removeAtOnce(atOnce, answer);
    if (others.length > 0) removeLater(others, answer);
  };

  const removeLater = (rows: Row[], answer: unknown) => {
    const ids = idsOf(rows);
    setRemovedIds((before) => new Set([...before, ...ids]));
    const toastId = toast.undo(inWords(rows), {
      onUndo: () => {
        open.current.delete(toastId);
        onReturn?.(ids);
        restore(ids);
      },
      onLapse: () => {
        open.current.delete(toastId);
        void send(rows, answer);
      },
    });
    open.current.add(toastId);
  };

  useEffect(() => {
    const pending = open.current;
    const sending = underWay.current;
    const flush = () => {
      for (const id of [...pending]) toast.close(id);
      return Promise.all(sending);
    };
    const onKey = (event: KeyboardEvent) => {
      const { toasts } = useToasts.getState();
      const latest = toasts.findLast(({ id, takesKeys }) => takesKeys || pending.has(id))?.id;
      if (latest === undefined || isTyping(event.target)) return;
      if (!isAnyPressed(event, ADMIN_KEYS.undo.keys)) return;
      event.preventDefault();
      toast.act(latest);
    };
    document.addEventListener('keydown', onKey);
    window.addEventListener('pagehide', flush);
    const stopWaiting = beforeLogOut(flush);
    return () => {
      stopWaiting();
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('pagehide', flush);
      void flush();
    };
  }, []);

  return {
    remove,
    isRemoved: (row: Row) => removedIds.has(resource.idOf(row)),
    /** How many the service still has that are shown no more. */
    removedCount: removedIds.size,
  };
}
