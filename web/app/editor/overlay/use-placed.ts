/** Puts an element of the overlay where a node of the page is. The overlay lies exactly over the frame. */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { elementOf, rectOver } from '../canvas/frame.ts';
import { useEditing, useEditorState } from '../context.tsx';
import type { Rect } from '../moving/drop-target.ts';
import { firstFree, type Point, partsOf, type Size } from './free-room.ts';

export interface Surroundings {
  /** The first of some places where something of this size covers none of the page's parts; undefined where there is none. */
  free: (places: readonly Point[], size: Size) => Point | undefined;
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
    const { width, height } = current.element.getBoundingClientRect();
    place(element, rectOver(current, node), {
      free: (places, size) => firstFree(places, size, partsOf(current), { width, height }),
    });
  });
  useLayoutEffect(() => measure());
  useLayoutEffect(() => frame.subscribe(() => measure()), [frame]);
  return ref;
}

export function cover(element: HTMLElement, rect: Rect): void {
  moveTo(element, rect);
  element.style.width = `${rect.width}px`;
  element.style.height = `${rect.height}px`;
}

/** Moves an element that has a size of its own to a place, on whole pixels: else its lines are pale. Without one it is not to be seen. */
export function moveTo(element: HTMLElement, place: Point | undefined): void {
  element.style.visibility = place ? '' : 'hidden';
  if (place) element.style.transform = `translate(${Math.round(place.left)}px, ${Math.round(place.top)}px)`;
}
