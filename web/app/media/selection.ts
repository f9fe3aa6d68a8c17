/** Which items of a list are chosen, by the keyboard and the pointer. Pure. */

export interface Selection {
  /** Keys of the items that are chosen. */
  keys: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: number;
  /** Where the keyboard is. */
  active: number;
}

export const NOTHING: Selection = { keys: new Set(), anchor: 0, active: 0 };

/** The keys in a stretch of the list, both ends included; what is not read yet is left out. */
export function keysBetween(one: number, other: number, keyAt: (index: number) => string | undefined) {
  const keys: string[] = [];
  for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
    const key = keyAt(index);
    if (key) keys.push(key);
  }
  return keys;
}

/** One item and no other. */
export const only = (index: number, key: string): Selection => ({
  keys: new Set([key]),
  anchor: index,
  active: index,
});

/** One item more, or less. */
export function toggled({ keys }: Selection, index: number, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: index, active: index };
}

/** What is chosen after Shift: all from the anchor to here, in place of what was chosen. */
export const ranged = ({ anchor }: Selection, index: number, keys: readonly string[]): Selection => ({
  keys: new Set(keys),
  anchor,
  active: index,
});

/** The keyboard goes on, and what is chosen stays. */
export const movedTo = (selection: Selection, index: number): Selection => ({
  ...selection,
  anchor: index,
  active: index,
});

/** Those of the chosen that are still there. */
export function kept(selection: Selection, isThere: (key: string) => boolean): Selection {
  const keys = [...selection.keys].filter(isThere);
  return keys.length === selection.keys.size ? selection : { ...selection, keys: new Set(keys) };
}

export interface Grid {
  /** How many items there are. */
  count: number;
  /** How many stand beside one another. */
  columns: number;
  /** How many rows are seen at a time. */
  rows: number;
}

/** Where a key leads from an item; undefined for keys that lead nowhere. */
export function destinationOf(
  key: string,
  from: number,
  { count, columns, rows }: Grid,
  isToEnd = false,
): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const inRow = from % columns;
  const to = {
    ArrowLeft: columns > 1 ? from - 1 : undefined,
    ArrowRight: columns > 1 ? from + 1 : undefined,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: isToEnd || columns === 1 ? 0 : from - inRow,
    End: isToEnd || columns === 1 ? last : from - inRow + columns - 1,
    PageUp: from - columns * rows,
    PageDown: from + columns * rows,
  }[key];
  if (to === undefined) return undefined;
  // Up from the first row and down from the last, one stays; down into a last row that is shorter leads to its end.
  if (to < 0) return key.startsWith('Page') ? inRow : key === 'ArrowUp' ? from : 0;
  if (to <= last) return to;
  const isLastRow = Math.floor(from / columns) === Math.floor(last / columns);
  return key === 'ArrowDown' && isLastRow ? from : last;
}
