/** Moves an item of a list to where it is dropped. The keyboard and touch have buttons for that. */
import { type DragEvent, type HTMLAttributes, useRef, useState } from 'react';

type Props = HTMLAttributes<HTMLElement> & { 'data-over'?: 'before' | 'after' };

export function useDrag(move: (from: number, to: number) => void) {
  const from = useRef<number>(undefined);
  const [over, setOver] = useState<number>();
  const end = () => {
    from.current = undefined;
    setOver(undefined);
  };
  const place = (index: number): Props => ({
    'data-over': markOf(from.current, over, index),
    onDragOver: (event) => {
      // Files from elsewhere, and items of another list, are none of it.
      if (from.current === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(index);
    },
    onDrop: (event) => {
      const dragged = from.current;
      if (dragged === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      end();
      move(dragged, index);
    },
  });
  const handle = (index: number): HTMLAttributes<HTMLElement> => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.stopPropagation();
      from.current = index;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      const item = event.currentTarget.closest('[data-item]');
      if (item) event.dataTransfer.setDragImage(item, 0, 0);
    },
    onDragEnd: end,
  });
  return { place, handle };
}

/** The side of an item that the dragged one would come to. */
function markOf(from: number | undefined, over: number | undefined, index: number): Props['data-over'] {
  if (from === undefined || over !== index || from === index) return undefined;
  return index < from ? 'before' : 'after';
}
