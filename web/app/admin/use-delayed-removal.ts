/**
 * Deleting with a way back that is honest: the row goes from the screen at once, the request is sent
 * only when the Undo has lapsed, or when the screen or the page is left before.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import type { Resource } from './define-resource.ts';

export function useDelayedRemoval<Row>(resource: Resource<Row>) {
  const queryClient = useQueryClient();
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  /** Toasts whose Undo is still open. */
  const open = useRef(new Set<number>());

  const restore = (id: string) => setRemovedIds((ids) => new Set([...ids].filter((one) => one !== id)));

  const send = async (row: Row) => {
    try {
      await resource.remove?.(row);
      await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    } catch (error) {
      toast.error(error);
    }
    // Only now: until the list is read anew it still holds the row.
    restore(resource.idOf(row));
  };

  const remove = (row: Row) => {
    const id = resource.idOf(row);
    setRemovedIds((ids) => new Set(ids).add(id));
    const words = [`“${resource.nameOf(row)}” was deleted.`, resource.removalNote];
    const toastId = toast.undo(words.filter(Boolean).join(' '), {
      onUndo: () => {
        open.current.delete(toastId);
        restore(id);
      },
      onLapse: () => {
        open.current.delete(toastId);
        void send(row);
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

  return { remove, isRemoved: (row: Row) => removedIds.has(resource.idOf(row)) };
}
