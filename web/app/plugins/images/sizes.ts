/** What `sizes` says of an image: how wide it is in windows of all widths, so that a browser takes the right variant. */
import { type Room, widthIn } from '../../page/rooms.ts';
import { stepFor } from './variants.ts';

/** How much of its room an image takes, in pixels; all of it by default. */
export type Part = (width: number) => number;

const NARROWEST = 320;
const WIDEST = 2600;
const STEP = 4;
const WHOLE: Part = (width) => width;
/** Above it, of two sizes of which one is twice the other, browsers take the larger: the root of a half. */
const ENOUGH = 0.71;

const known = new Map<string, string>();
const MOST_KNOWN = 500;

/** `key` names a part other than the whole, for what is worked out once and kept. */
export function sizesFor(room: Room, part: Part = WHOLE, key: string | number = ''): string {
  const name = `${room}|${key}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = written(stretches((viewport) => part(widthIn(room, viewport))));
  known.set(name, made);
  return made;
}

/** Windows in which the width grows evenly and one size of image is right. */
interface Stretch {
  from: number;
  to: number;
  first: number;
  last: number;
}

function stretches(width: (viewport: number) => number): Stretch[] {
  const found: Stretch[] = [];
  for (let viewport = NARROWEST; viewport <= WIDEST; viewport += STEP) {
    const here = width(viewport);
    const last = found.at(-1);
    if (last && goesOn(last, viewport, here)) Object.assign(last, { to: viewport, last: here });
    else found.push({ from: viewport, to: viewport, first: here, last: here });
  }
  return found;
}

function goesOn({ from, to, first, last }: Stretch, viewport: number, here: number): boolean {
  if (stepFor(here) !== stepFor(last)) return false;
  if (from === to) return true;
  const slope = (last - first) / (to - from);
  return Math.abs(last + slope * (viewport - to) - here) < 0.5;
}

function written(found: readonly Stretch[]): string {
  const said: string[] = [];
  for (const stretch of found) {
    const length = lengthOf(stretch);
    // A jump at which a row folds leaves stretches of one window, which say the same as the next.
    if (said.at(-1)?.endsWith(`) ${length}`)) continue;
    said.push(stretch.from === NARROWEST ? length : `(min-width:${stretch.from}px) ${length}`);
  }
  return said.reverse().join(', ');
}

/** The width in CSS, never so narrow that a browser would take the size below the one for this container. */
function lengthOf({ from, to, first, last }: Stretch): string {
  const least = Math.ceil(stepFor(first) * ENOUGH);
  const slope = to > from ? (last - first) / (to - from) : 0;
  if (Math.abs(slope) < 0.005) return `${Math.max(Math.round(first), isSmallest(first) ? 0 : least)}px`;
  const share = Math.round(slope * 10_000) / 100;
  const rest = Math.round(first - (share / 100) * from);
  const length = rest === 0 ? `${share}vw` : `calc(${share}vw ${rest < 0 ? '-' : '+'} ${Math.abs(rest)}px)`;
  return Math.min(first, last) >= least || isSmallest(first) ? length : `max(${least}px,${length})`;
}

function isSmallest(width: number): boolean {
  return stepFor(width) === 128;
}
