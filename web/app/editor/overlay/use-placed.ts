/** Puts an element of the overlay where a node of the page is. The overlay lies exactly over the frame. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { elementOf } from '../canvas/frame.ts';
import { useEditing, useEditorState, useFrameState } from '../context.tsx';
import type { Rect } from '../moving/drop-target.ts';

export interface Surroundings {
  /** The size of the overlay. */
  width: number;
  height: number;
}

/** `place` gives the element its position; it is called again whenever the node may have moved. */
export function usePlaced<E extends HTMLElement>(
  nodeId: string | undefined,
  place: (element: E, rect: Rect, around: Surroundings) => void,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  const { frame } = useEditing();
  useFrameState((state) => state.moved);
  useEditorState((state) => state.page);
  useLayoutEffect(() => {
    const element = ref.current;
    const { frame: current } = frame.getState();
    const node = elementOf(current, nodeId);
    if (!element) return;
    element.hidden = !node;
    if (!node || !current) return;
    place(element, node.getBoundingClientRect(), {
      width: current.element.clientWidth,
      height: current.element.clientHeight,
    });
  });
  return ref;
}

export function cover(element: HTMLElement, rect: Rect): void {
  element.style.transform = `translate(${rect.left}px, ${rect.top}px)`;
  element.style.width = `${rect.width}px`;
  element.style.height = `${rect.height}px`;
}
