/**
 * The part of an image that one use of it shows: the twin of shared/kit/image_crops.py, held equal by
 * tests/vectors/plugin-fields.json. A crop is written as `left-top-width-height`, or with what has to be seen in it as
 * `left-top-width-height-x-y`: ten thousandths of the image's width and height.
 */
export const CROP_UNITS = 10_000;
/** The least width and height: one hundredth of the image's. */
export const LEAST_CROP_UNITS = 100;

/** Shares of an image's width and height, 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

/** A part of an image, in shares. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Crop extends Area {
  /** What has to be seen of it; where none is said, what the library says of the image counts. */
  focus?: Point;
}

const NUMBER = '(0|[1-9][0-9]{0,4})';
const CROP = new RegExp(`^${NUMBER}-${NUMBER}-${NUMBER}-${NUMBER}(?:-${NUMBER}-${NUMBER})?$`);

const isWithin = (start: number, length: number) =>
  length >= LEAST_CROP_UNITS && start + length <= CROP_UNITS;

/** The crop that is written so; undefined where that is none. */
export function parsedCrop(written: string | undefined): Crop | undefined {
  const found = written === undefined || written.endsWith('\n') ? null : CROP.exec(written);
  if (!found) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = found.slice(1, 5).map(Number);
  if (!isWithin(left, width) || !isWithin(top, height)) return undefined;
  const area = { left: share(left), top: share(top), width: share(width), height: share(height) };
  if (found[5] === undefined) return area;
  const [x, y] = [Number(found[5]), Number(found[6])];
  const isSeen = x >= left && x <= left + width && y >= top && y <= top + height;
  return isSeen ? { ...area, focus: { x: share(x), y: share(y) } } : undefined;
}

export const isCrop = (written: string): boolean => parsedCrop(written) !== undefined;

/** A crop as it is kept; undefined where it says nothing: all of the image, and no focus. */
export function writtenCrop({ left, top, width, height, focus }: Crop): string | undefined {
  const [x, across] = stretch(left, width);
  const [y, down] = stretch(top, height);
  const isWhole = across === CROP_UNITS && down === CROP_UNITS;
  if (isWhole && !focus) return undefined;
  const point = focus ? [clamped(units(focus.x), x, x + across), clamped(units(focus.y), y, y + down)] : [];
  return [x, y, across, down, ...point].join('-');
}

/** A stretch in whole units, which stays on the image. */
function stretch(start: number, length: number): [number, number] {
  const long = clamped(units(length), LEAST_CROP_UNITS, CROP_UNITS);
  return [clamped(units(start), 0, CROP_UNITS - long), long];
}

const share = (number: number) => number / CROP_UNITS;
const units = (part: number) => Math.round(part * CROP_UNITS);
const clamped = (number: number, least: number, most: number) => Math.min(Math.max(number, least), most);

export const WHOLE: Area = { left: 0, top: 0, width: 1, height: 1 };

/** Where a point of an image lies in a part of it, in shares of the part; beside it, at its edge. */
export const pointWithin = (area: Area, { x, y }: Point): Point => ({
  x: clamped((x - area.left) / area.width, 0, 1),
  y: clamped((y - area.top) / area.height, 0, 1),
});

/** The largest part of `within` that has the ratio and is as near to the point as can be. */
export function areaOfRatio(
  size: { width: number; height: number },
  ratio: number,
  point: Point,
  within: Area = WHOLE,
): Area {
  const present = (size.width * within.width) / (size.height * within.height);
  const width = within.width * Math.min(1, ratio / present);
  const height = within.height * Math.min(1, present / ratio);
  return {
    left: clamped(point.x - width / 2, within.left, within.left + within.width - width),
    top: clamped(point.y - height / 2, within.top, within.top + within.height - height),
    width,
    height,
  };
}
