/**
 * How wide a place on a page is in a window of any width, as structure.css and the templates that come with Pagewright lay
 * it out. A room is written as the steps from the window inwards, so that it can be compared, kept and sent as it is.
 *
 *   look:1120:1376     the widths of text and of wide rows, in pixels
 *   row:wide:text      a row of a band, with the width and the width of its content
 *   inset:medium       inner spacing
 *   columns:3:large    a column of so many, with the gap
 */
import type { NodeFields, RowWidth, SpaceStep } from './types.ts';
import { WINDOW } from './window-room.ts';

export type Room = string;

interface Widths {
  /** Of what things lie in. */
  width: number;
  /** Of the nearest container, by which rows fold. */
  container: number;
}

const REM = 16;

/** The room of the window, with the widths that a template's style sheet gives its rows. */
export function windowOf(templateCss: string): Room {
  const page = lengthOf(templateCss, '--page');
  if (page === undefined) return WINDOW;
  return `look:${page}:${lengthOf(templateCss, '--page-wide') ?? page + 256}`;
}

/** A custom property that is a length in rem or pixels, or a sum of those; in pixels. */
function lengthOf(css: string, property: string): number | undefined {
  const found = new RegExp(
    `${property}:\\s*(?:calc\\()?\\s*([\\d.]+(?:rem|px)(?:\\s*\\+\\s*[\\d.]+(?:rem|px))*)`,
  ).exec(css);
  const terms = found?.[1]
    ?.split('+')
    .map((term) => Number.parseFloat(term) * (term.includes('rem') ? REM : 1));
  const sum = terms?.reduce((total, term) => total + term, 0);
  return sum && Number.isFinite(sum) ? Math.round(sum) : undefined;
}

/** The room of a row that reaches beyond what it lies in: the page's width, unless it says another one. */
export function rowOfBand(room: Room, { width, contentWidth, innerSpacing }: NodeFields): Room {
  return `${room} row:${width ?? ''}:${contentWidth ?? ''}${innerSpacing === 'none' ? ':none' : ''}`;
}

export function inset(room: Room, step: SpaceStep | undefined): Room {
  return step && step !== 'none' ? `${room} inset:${step}` : room;
}

export function column(room: Room, count: number, gap: SpaceStep | undefined): Room {
  return count > 1 ? `${room} columns:${count}:${gap ?? ''}` : `${room} columns:1:`;
}

/** How wide a room is in a window, both in pixels. */
export function widthIn(room: Room, viewport: number): number {
  const steps = room.split(' ').map((step) => step.split(':'));
  const [, page = '1120', wide = '1376'] = steps[0] ?? [];
  const look = { text: Number(page), wide: Number(wide), full: Number.POSITIVE_INFINITY };
  let widths: Widths = { width: viewport, container: viewport };
  for (const [kind, first = '', second = '', third = ''] of steps) {
    if (kind === 'row')
      widths = { ...widths, width: rowWidth(viewport, look, first, second, third === 'none') };
    if (kind === 'inset')
      widths = { ...widths, width: widths.width - 2 * insetOf(first as SpaceStep, viewport) };
    if (kind === 'columns') widths = columnWidths(widths, Number(first), second as SpaceStep | '', viewport);
  }
  return Math.max(0, widths.width);
}

function rowWidth(
  viewport: number,
  look: Record<RowWidth, number>,
  width: string,
  content: string,
  isInsetNone: boolean,
): number {
  const edge = content === 'full' && isInsetNone ? 0 : clamp(20, 0.05 * viewport, 56);
  const outer = Math.min(viewport, look[(width || 'text') as RowWidth] + 2 * clamp(20, 0.05 * viewport, 56));
  const inner = width ? Math.min(outer, look[(content || 'text') as RowWidth]) : look.text;
  return outer - 2 * Math.max(edge, (outer - inner) / 2);
}

function columnWidths(
  { width, container }: Widths,
  most: number,
  gap: SpaceStep | '',
  viewport: number,
): Widths {
  const count = container < 40 * REM ? 1 : container < 60 * REM ? folded(most) : most;
  const own = (width - (count - 1) * gapOf(gap, viewport)) / count;
  return { width: own, container: own };
}

function folded(columns: number): number {
  return columns === 4 ? 2 : Math.min(columns, 3);
}

function insetOf(step: SpaceStep, viewport: number): number {
  if (step === 'small') return clamp(12, 9.6 + 0.008 * viewport, 20);
  if (step === 'medium') return clamp(20, 14.4 + 0.016 * viewport, 40);
  return step === 'large' ? clamp(28, 16 + 0.032 * viewport, 64) : 0;
}

function gapOf(step: SpaceStep | '', viewport: number): number {
  if (step === 'none') return 0;
  if (step === 'small') return clamp(12, 9.6 + 0.006 * viewport, 20);
  if (step === 'medium') return clamp(24, 19.2 + 0.012 * viewport, 36);
  if (step === 'large') return clamp(40, 28.8 + 0.032 * viewport, 80);
  return clamp(28, 19 + 0.025 * viewport, 56);
}

function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most);
}
