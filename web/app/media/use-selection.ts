/** What is chosen in the library, and the item that has the keyboard. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keysBetween, movedTo, NOTHING, only, ranged, type Selection, toggled } from './selection.ts';
import type { Item, Listing } from './use-listing.ts';

export interface Choosing {
  selection: Selection;
  /** The items that are chosen, also those that are out of view. */
  items: Item[];
  isMany: boolean;
  goTo: (index: number, how: { isRange?: boolean; isKept?: boolean }) => Promise<void>;
  toggle: (index: number, item: Item) => void;
  chooseOnly: (index: number, item: Item) => void;
  chooseAll: () => Promise<void>;
  clear: () => void;
  /**
   * Have the keyboard go along with an item while it is changed: its new name may put it elsewhere in the list, which is
   * read again meanwhile. Of an item that is in none of the pages that are read by then the keyboard stays where it is.
   */
  follow: <Result>(key: string, change: () => Promise<Result>) => Promise<Result>;
  /** Counts how often the keyboard went along with an item. */
  followed: number;
  /**
   * Another folder or another search: the keyboard begins anew, and nothing is chosen but, where files are gathered from
   * several of them, those.
   */
  reset: (how?: { areFilesKept: boolean }) => void;
}

interface State {
  selection: Selection;
  followed: number;
  known: ReadonlyMap<string, Item>;
}

/** `isMany` false: one at a time. */
export function useSelection(listing: Listing, isMany: boolean): Choosing {
  const [{ selection, known, followed }, setState] = useState<State>({
    selection: NOTHING,
    known: new Map(),
    followed: 0,
  });
  const take = (next: Selection, items: readonly Item[]) =>
    setState((before) => {
      const all = new Map([...before.known, ...items.map((item) => [item.key, item] as const)]);
      return { ...before, selection: next, known: new Map([...all].filter(([key]) => next.keys.has(key))) };
    });
  const keyAt = (index: number) => listing.itemAt(index)?.key;
  const choose = async (from: number, to: number) => {
    const items = await listing.readBetween(from, to);
    return { items, keys: items.map(({ key }) => key) };
  };
  const sought = useRef<string>(undefined);
  const find = useEffectEvent(() => {
    const key = sought.current;
    if (key === undefined) return;
    sought.current = undefined;
    for (let index = 0; index < listing.count; index += 1)
      if (keyAt(index) === key)
        return setState((before) => ({
          ...before,
          selection: movedTo(before.selection, index),
          followed: before.followed + 1,
        }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list was read
  useEffect(() => find(), [listing.query.data]);
  // Behind the last of them, none would be within reach of the keyboard.
  const active = Math.min(selection.active, Math.max(0, listing.count - 1));
  return {
    selection: active === selection.active ? selection : { ...selection, active },
    items: [...known.values()],
    isMany,
    goTo: async (index, { isRange, isKept }) => {
      if (!isRange || !isMany)
        return isKept || isRange ? take(movedTo(selection, index), []) : moveAlone(index);
      // At once what is there already, the rest as it comes.
      take(ranged(selection, index, keysBetween(selection.anchor, index, keyAt)), []);
      const { items, keys } = await choose(selection.anchor, index);
      take(ranged(selection, index, keys), items);
    },
    toggle: (index, item) =>
      take(
        isMany || selection.keys.has(item.key) ? toggled(selection, index, item.key) : only(index, item.key),
        [item],
      ),
    chooseOnly: (index, item) => take(only(index, item.key), [item]),
    chooseAll: async () => {
      const { items, keys } = await choose(0, listing.count - 1);
      take({ ...selection, keys: new Set(keys) }, items);
    },
    clear: () => take({ ...selection, keys: new Set() }, []),
    reset: ({ areFilesKept } = { areFilesKept: false }) => {
      sought.current = undefined;
      setState((before) => {
        const files = new Map(areFilesKept ? [...before.known].filter(([, { file }]) => file) : []);
        return { ...before, selection: { ...NOTHING, keys: new Set(files.keys()) }, known: files };
      });
    },
    follow: async (key, change) => {
      sought.current = key;
      try {
        return await change();
      } catch (error) {
        sought.current = undefined;
        throw error;
      }
    },
    followed,
  };

  /** The arrows choose nothing by themselves: what has been gathered with Space stays. */
  function moveAlone(index: number): void {
    take(movedTo(selection, index), []);
  }
}
