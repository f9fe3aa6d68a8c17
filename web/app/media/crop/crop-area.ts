/** How the rectangle of a crop moves and changes its size. All of it in shares of the image's width and height; pure. */
import { type Area, type Crop, type Point, pointWithin } from '../../page/image-crops.ts';

/** The side or corner that is held: `n` is the top, `se` the bottom right corner. */
export type Handle = 'n' | 'e' | 's' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

export const CORNERS: readonly Handle[] = ['nw', 'ne', 'se', 'sw'];
export const SIDES: readonly Handle[] = ['n', 'e', 's', 'w'];

/** What can still be seen and held. */
const LEAST = 0.02;

const clamped = (number: number, least: number, most: number) => Math.min(Math.max(number, least), most);

/** Moved by so much, as far as the image goes. */
export const moved = (area: Area, by: Point): Area => ({
  ...area,
  left: clamped(area.left + by.x, 0, 1 - area.width),
  top: clamped(area.top + by.y, 0, 1 - area.height),
});

/** A handle moved by so much; with a ratio (width by height, in shares) by its corner alone, and it keeps that. */
export function resized(area: Area, handle: Handle, by: Point, ratio?: number): Area {
  const across = side(area.left, area.width, by.x, handle.includes('w'), handle.includes('e'));
  const down = side(area.top, area.height, by.y, handle.includes('n'), handle.includes('s'));
  if (!ratio) return areaOf(across, down);
  // The larger of what either direction asks for, no larger than there is room beside the opposite corner.
  const wanted = Math.max(across.length, down.length * ratio);
  const width = clamped(wanted, LEAST * Math.max(1, ratio), Math.min(across.room, down.room * ratio));
  return areaOf(withLength(across, width), withLength(down, width / ratio));
}

interface Side {
  /** The end that stays. */
  fixed: number;
  isBefore: boolean;
  length: number;
  room: number;
}

function side(start: number, length: number, by: number, isStart: boolean, isEnd: boolean): Side {
  const fixed = isStart ? start + length : start;
  const room = isStart ? fixed : 1 - fixed;
  const wanted = length + (isStart ? -by : isEnd ? by : 0);
  return { fixed, isBefore: isStart, room, length: clamped(wanted, Math.min(LEAST, room), room) };
}

const withLength = (one: Side, length: number): Side => ({ ...one, length });

const startOf = ({ fixed, isBefore, length }: Side) => (isBefore ? fixed - length : fixed);

const areaOf = (across: Side, down: Side): Area => ({
  left: startOf(across),
  top: startOf(down),
  width: across.length,
  height: down.length,
});

/** About as much of the image, around the same middle, in a ratio; no more than there is of it. */
export function inRatio({ left, top, width, height }: Area, ratio: number): Area {
  const wanted = Math.sqrt(width * height * ratio);
  const long = Math.min(wanted, 1, ratio);
  const size = { width: long, height: long / ratio };
  const middle = { x: left + width / 2, y: top + height / 2 };
  return moved({ ...size, left: middle.x - size.width / 2, top: middle.y - size.height / 2 }, { x: 0, y: 0 });
}

/** A focus that the part still has: at its edge where it was left outside. */
export function withFocus(area: Area, focus: Point | undefined): Crop {
  if (!focus) return area;
  const { x, y } = pointWithin(area, focus);
  return { ...area, focus: { x: area.left + x * area.width, y: area.top + y * area.height } };
}
