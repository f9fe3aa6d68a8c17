/**
 * Deleting with a way back that is honest: the row goes from the screen at once, the request is sent
 * only when the Undo has lapsed, or when the screen or the page is left before.
 */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import { inSentence } from '../words/in-sentence.ts';
import type { Resource } from './define-resource.ts';

export function useDelayedRemoval<Row>(resource: Resource<Row>) {
  const queryClient = useQueryClient();
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  /** Toasts whose Undo is still open. */
  const open = useRef(new Set<number>());

  const idsOf = (rows: Row[]) => rows.map(resource.idOf);
  const restore = (ids: string[]) =>
    setRemovedIds((before) => new Set([...before].filter((one) => !ids.includes(one))));

  const send = async (rows: Row[]) => {
    const sent = await Promise.allSettled(rows.map(async (row) => resource.remove?.(row)));
    for (const { reason } of sent.filter((one) => one.status === 'rejected')) toast.error(reason);
    await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    // Only now: until the list is read anew it still holds the rows.
    restore(idsOf(rows));
  };

  const remove = (...rows: Row[]) => {
    const ids = idsOf(rows);
    setRemovedIds((before) => new Set([...before, ...ids]));
    const [first] = rows;
    const what =
      first && rows.length === 1
        ? t`“${resource.nameOf(first)}” was deleted.`
        : t`${rows.length} ${inSentence(resource.many)} were deleted.`;
    const toastId = toast.undo([what, resource.removalNote].filter(Boolean).join(' '), {
      onUndo: () => {
        open.current.delete(toastId);
        restore(ids);
      },
      onLapse: () => {
        open.current.delete(toastId);
        void send(rows);
      },
    });
    open.current.add(toastId);
  };

  useEffect(() => {
    const pending = open.current;
    const flush = () => {
      for (const id of [...pending]) toast.close(id);
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  return {
    remove,
    isRemoved: (row: Row) => removedIds.has(resource.idOf(row)),
    /** How many the service still has that are shown no more. */
    removedCount: removedIds.size,
  };
}
