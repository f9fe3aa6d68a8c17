/** Keeps the keyboard in a list when the item that has it goes: by an action on it, or because the list was read anew. */
import { type RefObject, useEffect, useRef } from 'react';

/** Menus and dialogs give the keyboard back a moment after they close, or find that what had it is gone. Milliseconds. */
export const GIVEN_BACK = 50;
/** How often that is looked at, as long as the menu or the dialog still has it. */
const MOST_LOOKS = 20;

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const isAbove = (element: Element | null) =>
  Boolean(element?.closest('[role="menu"], [role="dialog"], dialog'));

interface Kept {
  item: HTMLElement;
  /** All items as they were drawn last with it. */
  order: HTMLElement[];
}

/** What may have the keyboard once these are gone, the best first: what follows the first of them, then what is before it. */
export function heirsOf<Item>(order: Item[], gone: Item[]): Item[] {
  const at = order.findIndex((one) => gone.includes(one));
  const [before, after] = [order.slice(0, Math.max(at, 0)), order.slice(at + 1)];
  return [...after, ...before.reverse()].filter((one) => !gone.includes(one));
}

/**
 * `itemsOf` gives the items in their order, `targetIn` what has the keyboard in one of them, and `heading` what has it where
 * none is left. `itemsOf` stays the same from drawing to drawing.
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  itemsOf: (list: HTMLElement | null) => HTMLElement[],
  targetIn: (item: HTMLElement) => HTMLElement | null,
  heading: () => HTMLElement | null,
): void {
  const kept = useRef<Kept>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const order = itemsOf(list.current);
      const item = order.find((one) => one.contains(target));
      if (item) kept.current = { item, order };
      // What is opened from an item belongs to it.
      else if (!isAbove(target)) kept.current = undefined;
    };
    // A press on what takes no focus leaves the list, too, and no event of the focus says where it went.
    const leave = ({ target }: PointerEvent) => {
      const isWithin = target instanceof Element && (list.current?.contains(target) || isAbove(target));
      if (!isWithin) kept.current = undefined;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', leave);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', leave);
    };
  }, [list, itemsOf]);
  // After each drawing: the item may be gone.
  useEffect(() => {
    const { current } = kept;
    if (!current) return;
    if (current.item.isConnected) {
      current.order = itemsOf(list.current);
      return;
    }
    let looks = 0;
    const look = () => {
      looks += 1;
      if (isLost()) {
        const heir = heirsOf(current.order, [current.item]).find((item) => item.isConnected);
        kept.current = undefined;
        (heir ? targetIn(heir) : heading())?.focus({ preventScroll: true });
      } else if (isAbove(document.activeElement) && looks < MOST_LOOKS) timer = setTimeout(look, GIVEN_BACK);
    };
    let timer = setTimeout(look, GIVEN_BACK);
    return () => clearTimeout(timer);
  });
}
