/** Shows where what is chosen in the Add panel would stand, by the line that dragging has. */
import type { ReactNode } from 'react';
import type { Page } from '../../page/types.ts';
import { elementOf, rectOver } from '../canvas/frame.ts';
import { useChromeState, useDragState, useEditing, useEditorState } from '../context.tsx';
import { placeForPlugin } from '../inserting/insert-place.ts';
import { cover, usePlaced } from '../overlay/use-placed.ts';
import styles from './drop-marker.module.css';
import { markerOf } from './drop-target.ts';
import type { Target } from './move-target.ts';

export function InsertMarker(): ReactNode {
  const page = useEditorState((state) => state.page?.page);
  const selected = useEditorState((state) => state.selected);
  const isAdding = useChromeState((state) => state.panel === 'add');
  const insertAt = useChromeState((state) => state.insertAt);
  const isDragging = useDragState((state) => state.dragged !== undefined);
  const target = isAdding && !isDragging && page ? (insertAt ?? placeForPlugin(page, selected)) : undefined;
  return page && target ? <Line page={page} target={target} /> : null;
}

function Line({ page, target }: { page: Page; target: Target }): ReactNode {
  const { frame: frames } = useEditing();
  const ref = usePlaced<HTMLDivElement>(target.parentId, (element) => {
    const { frame } = frames.getState();
    const marker = markerOf(page, target, (nodeId) => {
      const node = elementOf(frame, nodeId);
      return frame && node ? rectOver(frame, node) : undefined;
    });
    element.hidden = !marker;
    if (!marker) return;
    cover(element, marker);
    element.toggleAttribute('data-fills', marker.height > 0);
  });
  return <div ref={ref} className={styles.marker} data-insert-marker="" />;
}
