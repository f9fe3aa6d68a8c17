import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useDragState } from '../context.tsx';
import styles from './drop-marker.module.css';

/** Shows where what is dragged would land, and what it is beside the pointer. */
export function DropMarker(): ReactNode {
  const { dragged, target, pointer, name } = useDragState((state) => state);
  if (!dragged) return null;
  const { left, top, width, height } = target?.marker ?? { left: 0, top: 0, width: 0, height: 0 };
  return (
    <>
      {target && (
        <div
          className={styles.marker}
          data-vertical={target.isVertical || undefined}
          data-fills={(width > 0 && height > 0 && !target.isVertical) || undefined}
          style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
        />
      )}
      {createPortal(
        <div
          className={styles.chip}
          style={{ transform: `translate(${pointer.x + 12}px, ${pointer.y + 12}px)` }}
        >
          {name}
        </div>,
        document.body,
      )}
    </>
  );
}
