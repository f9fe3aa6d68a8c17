/** Where the keyboard is after rows have gone from a list or come back to it: not at the top of the screen. */
import { type RefObject, useEffect, useRef } from 'react';
import { GIVEN_BACK, heirsOf, useKeptFocus } from '../ui/use-kept-focus.ts';

/** Of a table, or of a tree. */
const rowsOf = (card: HTMLElement | null) => [
  ...(card?.querySelectorAll<HTMLElement>('tbody tr[data-row], [role="treeitem"][data-row]') ?? []),
];

const firstIn = (row: HTMLElement) =>
  row.getAttribute('role') === 'treeitem'
    ? row
    : (row.querySelector<HTMLElement>('[data-row-link]') ??
      row.querySelector<HTMLElement>('input, a, button'));

const heading = () => document.querySelector<HTMLElement>('main h1[tabindex="-1"]');

const idsIn = (card: HTMLElement | null) => rowsOf(card).map((row) => row.dataset.row ?? '');

export function useRowFocus(card: RefObject<HTMLElement | null>) {
  /** The rows that it may go to, the best first; undefined where it stays as it is. */
  const wanted = useRef<string[]>(undefined);
  // A row also leaves the list by what is done with it: its state is none that the list is narrowed down to.
  useKeptFocus(card, rowsOf, firstIn, heading);
  // After each drawing: the rows are gone, or there again, with the one that follows.
  useEffect(() => {
    if (!wanted.current) return;
    const rows = new Map(rowsOf(card.current).map((row) => [row.dataset.row, row]));
    const id = wanted.current.find((one) => rows.has(one));
    const row = rows.get(id);
    wanted.current = undefined;
    ((row && firstIn(row)) ?? heading())?.focus({ preventScroll: id === undefined });
  });
  return {
    /** Called before these go: to the row below them, or above. */
    beforeRemoval(ids: string[]) {
      wanted.current = heirsOf(idsIn(card.current), ids);
    },
    /** Called before these come back. */
    beforeReturn(ids: string[]) {
      wanted.current = ids;
    },
  };
}

/**
 * The bar of what is chosen goes with the last of it, and the keyboard with the bar: then it goes to the first that was, or
 * where that has left the list, to the row that followed.
 */
export function useFocusAfterSelection(card: RefObject<HTMLElement | null>, ids: string[]): void {
  const chosen = useRef<string[]>([]);
  const order = useRef<string[]>([]);
  const key = ids.join();
  // Before the effect below, which changes what was chosen: the rows as they stood while it was.
  useEffect(() => {
    const drawn = idsIn(card.current);
    if (ids.length > 0 && drawn.some((id) => ids.includes(id))) order.current = drawn;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is chosen
  useEffect(() => {
    const before = chosen.current;
    const [first] = before;
    chosen.current = ids;
    if (ids.length > 0 || first === undefined) return;
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const rows = new Map(rowsOf(card.current).map((row) => [row.dataset.row, row]));
      const id = [first, ...heirsOf(order.current, before)].find((one) => rows.has(one));
      const row = rows.get(id) ?? rowsOf(card.current)[0];
      ((row && firstIn(row)) ?? heading())?.focus({ preventScroll: true });
    }, GIVEN_BACK);
    return () => clearTimeout(timer);
  }, [key]);
}
