/** Carries one record of a tree from its place to another, with the way back. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast, useToasts } from '../../ui/toast.ts';
import type { Resource, ResourceTree as Tree } from '../define-resource.ts';

/** What is drawn, by id. */
export type DrawnRows<Row> = Map<string, { row: Row; parent: Row | undefined }>;

/** What a tree can do with a record that is dragged, or cut by the keyboard. */
export interface Moving<Row> {
  carried: Row | undefined;
  carry: (row: Row | undefined) => void;
  /** Puts what is carried below this record, or at the top. */
  dropOn: (row: Row | undefined) => void;
  mayDropOn: (row: Row | undefined) => boolean;
  /** Puts what is carried directly before or after this record. */
  dropBeside: (row: Row, side: 'before' | 'after') => void;
  mayDropBeside: (row: Row) => boolean;
  moveInto: (row: Row, parent: Row) => void;
  moveBeside: (row: Row, sibling: Row, side: 'before' | 'after') => void;
  /** Takes back the last move, as long as its message is the last that offers that; whether it does. */
  undoLast: () => boolean;
}

export function useMoving<Row>(
  resource: Resource<Row>,
  tree: Tree<Row>,
  drawn: DrawnRows<Row>,
  onPlaced: (id: string, parentId: string | undefined) => void,
): Moving<Row> {
  const queryClient = useQueryClient();
  const [carried, carry] = useState<Row>();
  const lastMessage = useRef<number>(undefined);
  const { idOf } = resource;
  const { move } = tree;
  const parentOf = (row: Row) => drawn.get(idOf(row))?.parent;

  const attempt = async (call: () => Promise<Row>, parent: Row | undefined): Promise<Row | undefined> => {
    try {
      const after = await call();
      onPlaced(idOf(after), parent && idOf(parent));
      return after;
    } catch (error) {
      toast.error(error);
    } finally {
      await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    }
  };
  const put = async (row: Row, parent: Row | undefined, call: () => Promise<Row>) => {
    if (!move) return;
    const from = parentOf(row);
    carry(undefined);
    const after = await attempt(call, parent);
    if (!after) return;
    lastMessage.current = toast.undo(move.done(after), {
      onUndo: () => void attempt(() => move.undo(after, row), from),
    });
  };
  const mayHold = (row: Row, parent: Row | undefined): boolean => {
    const before = parentOf(row);
    const isThere = (before && idOf(before)) === (parent && idOf(parent));
    return !isThere && (parent === undefined || Boolean(move?.canHold(parent)));
  };
  /** Whether a record is the carried one itself, or below it. */
  const isWithin = (row: Row | undefined): boolean =>
    row !== undefined && carried !== undefined && (idOf(row) === idOf(carried) || isWithin(parentOf(row)));

  const mayDropOn = (row: Row | undefined) =>
    carried !== undefined && move !== undefined && !isWithin(row) && mayHold(carried, row);
  const mayDropBeside = (row: Row) => carried !== undefined && move?.beside !== undefined && !isWithin(row);
  const moveBeside = (row: Row, sibling: Row, side: 'before' | 'after') => {
    const { beside } = move ?? {};
    if (beside) void put(row, parentOf(sibling), () => beside(row, sibling, side));
  };
  return {
    ...{ carried, carry, mayDropOn, mayDropBeside, moveBeside },
    dropOn: (row) => {
      if (carried && move && mayDropOn(row)) void put(carried, row, () => move.run(carried, row));
    },
    dropBeside: (row, side) => {
      if (carried && mayDropBeside(row)) moveBeside(carried, row, side);
    },
    undoLast: () => {
      const latest = useToasts.getState().toasts.findLast(({ action }) => action)?.id;
      if (latest === undefined || latest !== lastMessage.current) return false;
      toast.act(latest);
      return true;
    },
    moveInto: (row, parent) => {
      if (move && mayHold(row, parent)) void put(row, parent, () => move.run(row, parent));
    },
  };
}
