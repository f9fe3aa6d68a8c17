/**
 * The shapes that images are cut to, and what of an image is seen in one: the twin of `cms.images.variants.area_of`, held
 * equal by tests/vectors/image-areas.json.
 */
import { type Area, areaOfRatio, type Point, WHOLE } from '../page/image-crops.ts';

export type { Area, Point };
export const SHAPES = ['1:1', '5:4', '4:3', '3:2', '16:9', '2:1', '4:5', '3:4', '2:3', '9:16'] as const;
export type Shape = (typeof SHAPES)[number];

export const CENTRE: Point = { x: 0.5, y: 0.5 };

export function ratioOf(shape: Shape): number {
  const [across = 1, down = 1] = shape.split(':').map(Number);
  return across / down;
}

interface Size {
  width: number;
  height: number;
}

/** The largest part of an image, or of its crop, that has the shape and is as near to the focal point as can be. */
export const areaOf = (size: Size, shape: Shape, focal: Point = CENTRE, within: Area = WHOLE): Area =>
  areaOfRatio(size, ratioOf(shape), focal, within);

/** The `object-position` that shows an image in a box of the shape as the server cuts it. */
export function positionIn(size: Size, shape: Shape, focal?: Point): string {
  const { left, top, width, height } = areaOf(size, shape, focal);
  const share = (begin: number, length: number) => (length >= 1 ? 0.5 : begin / (1 - length));
  return `${percent(share(left, width))} ${percent(share(top, height))}`;
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

/** A point that stays on the image, to a thousandth: no address needs more. */
export const pointAt = (x: number, y: number): Point => ({ x: thousandth(x), y: thousandth(y) });

const thousandth = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 1000;
