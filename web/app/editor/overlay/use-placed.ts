/** Puts an element of the overlay where a node of the page is. The overlay lies exactly over the frame. */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { elementOf } from '../canvas/frame.ts';
import { useEditing, useEditorState } from '../context.tsx';
import type { Rect } from '../moving/drop-target.ts';

export interface Surroundings {
  /** The size of the overlay. */
  width: number;
  height: number;
}

/**
 * `place` gives the element its position; it is called again whenever the node may have moved. That draws nothing anew: a
 * text that grows by a line, and each step of scrolling, would cost all that stands over the page a rendering.
 */
export function usePlaced<E extends HTMLElement>(
  nodeId: string | undefined,
  place: (element: E, rect: Rect, around: Surroundings) => void,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  const { frame } = useEditing();
  useEditorState((state) => state.page);
  const measure = useEffectEvent(() => {
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
  useLayoutEffect(() => measure());
  useLayoutEffect(() => frame.subscribe(() => measure()), [frame]);
  return ref;
}

export function cover(element: HTMLElement, rect: Rect): void {
  element.style.transform = `translate(${rect.left}px, ${rect.top}px)`;
  element.style.width = `${rect.width}px`;
  element.style.height = `${rect.height}px`;
}
