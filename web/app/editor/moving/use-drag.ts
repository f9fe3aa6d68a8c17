/** Makes an element a handle: pressed and moved, it drags; Escape lets go without a change. */
import { type PointerEvent as ReactPointerEvent, useCallback } from 'react';
import { useEditing } from '../context.tsx';
import { type Drag, startDrag } from './drag.ts';
import type { Dragged } from './drop-target.ts';

/** A press that moves less than this is a click. */
const THRESHOLD = 5;

export interface DragHandle {
  onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void;
}

/** `allows` leaves kinds of pointers to the element's other uses: a list must scroll under a finger. */
export function useDragHandle(
  dragged: Dragged,
  name: string,
  ref?: string,
  allows: (pointerType: string) => boolean = () => true,
): DragHandle {
  const editing = useEditing();
  const onPointerDown = useCallback(
    (event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !allows(event.pointerType)) return;
      const handle = event.currentTarget;
      const start = { x: event.clientX, y: event.clientY };
      let drag: Drag | undefined;
      // From the first: a small handle is left before the pointer has gone far enough to drag.
      handle.setPointerCapture(event.pointerId);

      const onMove = (move: PointerEvent) => {
        const point = { x: move.clientX, y: move.clientY };
        if (!drag && Math.hypot(point.x - start.x, point.y - start.y) < THRESHOLD) return;
        drag ??= startDrag(editing, dragged, name, ref);
        drag?.moveTo(point);
      };
      const onKey = (key: KeyboardEvent) => {
        if (key.key === 'Escape' && drag) finish('cancel');
      };
      const onUp = () => finish('drop');
      const onCancel = () => finish('cancel');
      const finish = (how: 'drop' | 'cancel') => {
        handle.removeEventListener('pointermove', onMove);
        handle.removeEventListener('pointerup', onUp);
        handle.removeEventListener('pointercancel', onCancel);
        window.removeEventListener('keydown', onKey, true);
        // The click that follows a drag is none.
        if (drag) handle.addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => handle.removeEventListener('click', swallow, { capture: true }), 0);
        drag?.[how]();
      };
      handle.addEventListener('pointermove', onMove);
      handle.addEventListener('pointerup', onUp);
      handle.addEventListener('pointercancel', onCancel);
      window.addEventListener('keydown', onKey, true);
    },
    [editing, dragged, name, ref, allows],
  );
  return { onPointerDown };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
