/** Where the keyboard is after rows have gone from a list or come back to it: not at the top of the screen. */
import { type RefObject, useEffect, useRef } from 'react';

const rowsOf = (card: HTMLElement | null) => [
  ...(card?.querySelectorAll<HTMLElement>('tbody tr[data-row]') ?? []),
];

const firstIn = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-row-link]') ?? row?.querySelector<HTMLElement>('input, a, button');

export function useRowFocus(card: RefObject<HTMLElement | null>) {
  /** The rows that it may go to, the best first; undefined where it stays as it is. */
  const wanted = useRef<string[]>(undefined);
  // After each drawing: the rows are gone, or there again, with the one that follows.
  useEffect(() => {
    if (!wanted.current) return;
    const rows = new Map(rowsOf(card.current).map((row) => [row.dataset.row, row]));
    const id = wanted.current.find((one) => rows.has(one));
    const target = firstIn(rows.get(id)) ?? document.querySelector<HTMLElement>('main h1[tabindex="-1"]');
    wanted.current = undefined;
    target?.focus({ preventScroll: id === undefined });
  });
  return {
    /** Called before these go: to the row below them, or above. */
    beforeRemoval(ids: string[]) {
      const all = rowsOf(card.current).map((row) => row.dataset.row ?? '');
      const at = all.findIndex((id) => ids.includes(id));
      const [above, below] = [all.slice(0, Math.max(at, 0)), all.slice(at + 1)];
      wanted.current = [...below, ...above.reverse()].filter((id) => !ids.includes(id));
    },
    /** Called before these come back. */
    beforeReturn(ids: string[]) {
      wanted.current = ids;
    },
  };
}

/** Menus and dialogs give the keyboard back a moment after they close, or find that what had it is gone. */
const GIVEN_BACK_MS = 50;

/** The bar of what is chosen goes with the last of it, and the keyboard with the bar: then it goes to the first that was. */
export function useFocusAfterSelection(card: RefObject<HTMLElement | null>, ids: string[]): void {
  const chosen = useRef<string[]>([]);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is chosen
  useEffect(() => {
    const [first] = chosen.current;
    chosen.current = ids;
    if (ids.length > 0 || first === undefined) return;
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const rows = rowsOf(card.current);
      firstIn(rows.find((row) => row.dataset.row === first) ?? rows[0])?.focus({ preventScroll: true });
    }, GIVEN_BACK_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
