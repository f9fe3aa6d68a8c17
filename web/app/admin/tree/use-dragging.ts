/** A row that can be dragged onto others, or between them where they have an order. */
import { type DragEvent, useState } from 'react';
import type { Side } from './steps.ts';
import { useTree } from './tree-context.ts';

/** How much of a row's height, at its top and at its bottom, is between it and its neighbour. */
const EDGE = 0.28;

// biome-ignore lint/suspicious/noExplicitAny: rows are passed through, as in tree-context.ts
export function useDragging(row: any, isOpen: boolean) {
  const { tree, carry, dropOn, mayDropOn, dropBeside, mayDropBeside } = useTree();
  const [over, setOver] = useState<Side>();
  if (!tree.move) return {};

  /** Where what is carried would go; undefined where it may not. */
  const sideAt = (event: DragEvent<HTMLElement>): Side | undefined => {
    const isInside = mayDropOn(row);
    if (!mayDropBeside(row)) return isInside ? 'inside' : undefined;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    // Behind an open row come those below it: there is no place between them and it that is after it.
    if (share > 1 - EDGE && !isOpen) return 'after';
    if (share < EDGE) return 'before';
    if (isInside) return 'inside';
    return share < 0.5 || isOpen ? 'before' : 'after';
  };
  return {
    draggable: tree.move.canMove(row),
    'data-over': over,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      carry(row);
    },
    onDragEnd: () => {
      setOver(undefined);
      carry(undefined);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      const side = sideAt(event);
      setOver(side);
      if (side) event.preventDefault();
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      // Not for what lies within the row: the mark would flicker.
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      const side = sideAt(event);
      setOver(undefined);
      if (side === 'inside') dropOn(row);
      else if (side) dropBeside(row, side);
    },
  };
}
