/** What is being cropped: the rectangle, its ratio and its focus, and how pointer and keys change them. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { type Area, type Crop, type Point, parsedCrop, WHOLE } from '../../page/image-crops.ts';
import { areaOf, CENTRE, ratioOf, type Shape } from '../shapes.ts';
import { type Handle, inRatio, moved, resized, withFocus } from './crop-area.ts';

/** Any ratio, the image's own, or that of a shape. */
export type Ratio = 'free' | 'image' | Shape;

/** What is held: the rectangle, one of its handles, or the focal point. */
export type Held = Handle | 'area' | 'focus';

export interface Pixels {
  width: number;
  height: number;
}

const STEP = 0.01;
const LARGE_STEP = 0.1;
const SMALL_STEP = 0.001;

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A ratio in shares of the image's width and height; none where any will do. */
function sharesOf(ratio: Ratio, { width, height }: Pixels): number | undefined {
  if (ratio === 'free') return undefined;
  return ratio === 'image' ? 1 : (ratioOf(ratio) * height) / width;
}

/**
 * The part that is shown before anything is changed: what the shape leaves of the crop, around what has to be seen of it.
 * Where the crop says nothing of that, `focal` counts: what the library says of the image.
 */
export function shownPart(
  size: Pixels,
  written: string | undefined,
  shape: Shape | undefined,
  focal: Point = CENTRE,
): Crop {
  const crop: Crop = parsedCrop(written) ?? WHOLE;
  if (!shape) return crop;
  return withFocus(areaOf(size, shape, crop.focus ?? focal, crop), crop.focus);
}

function applied(crop: Crop, held: Held, by: Point, ratio: number | undefined): Crop {
  if (held === 'focus') {
    const { x, y } = crop.focus ?? CENTRE;
    return withFocus(crop, { x: x + by.x, y: y + by.y });
  }
  const area: Area = held === 'area' ? moved(crop, by) : resized(crop, held, by, ratio);
  const { left, top, width, height } = area;
  return withFocus({ left, top, width, height }, crop.focus);
}

export function useCropEdits(size: Pixels, first: Crop, firstRatio: Ratio, stage: RefObject<Element | null>) {
  const [crop, setCrop] = useState(first);
  const [ratio, setRatio] = useState(firstRatio);
  /** Where a drag began, and from what: steps of their own would add up their roundings at the edges. */
  const drag = useRef<{ held: Held; x: number; y: number; crop: Crop }>(undefined);
  const shares = sharesOf(ratio, size);
  return {
    crop,
    ratio,
    choose: (next: Ratio) => {
      setRatio(next);
      const wanted = sharesOf(next, size);
      if (wanted) setCrop(withFocus(inRatio(crop, wanted), crop.focus));
    },
    setFocus: (focus: Point | undefined) => {
      const { focus: _, ...area } = crop;
      setCrop(withFocus(area, focus));
    },
    reset: () => {
      setRatio('free');
      setCrop(WHOLE);
    },
    held: (held: Held) => ({
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        drag.current = { held, x: event.clientX, y: event.clientY, crop };
      },
      onPointerMove: (event: PointerEvent) => {
        const box = stage.current?.getBoundingClientRect();
        if (drag.current?.held !== held || event.buttons === 0 || !box?.width) return;
        const { x, y, crop: from } = drag.current;
        const by = { x: (event.clientX - x) / box.width, y: (event.clientY - y) / box.height };
        setCrop(applied(from, held, by, shares));
      },
      onPointerUp: () => {
        drag.current = undefined;
      },
      onPointerCancel: () => {
        if (drag.current) setCrop(drag.current.crop);
        drag.current = undefined;
      },
      onKeyDown: (event: KeyboardEvent) => {
        const arrow = ARROWS[event.key];
        if (!arrow || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const step = event.shiftKey ? LARGE_STEP : event.altKey ? SMALL_STEP : STEP;
        setCrop(applied(crop, held, { x: arrow.x * step, y: arrow.y * step }, shares));
      },
    }),
  };
}
