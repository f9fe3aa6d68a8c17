/**
 * Views of lists that somebody has saved under a name: search, filters, order, columns and page size. They are kept in this
 * browser by user, since the services keep no preferences of people; a link to a view shows others the same.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { readClaims } from '../session/session-store.ts';

export interface SavedView {
  name: string;
  /** The list's part of an address, without the page: `state=sent&sort=-name`. */
  search: string;
}

type Views = Record<string, SavedView[]>;

export const MOST_VIEWS = 30;

const keyOf = (userId: string) => `admin-views:${userId}`;
const ownKey = () => keyOf(readClaims()?.user ?? '');

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string';

/** What is no view, of another release or written by hand, counts as none. */
function parse(text: string | null): Views {
  try {
    const given: unknown = JSON.parse(text ?? '{}');
    if (typeof given !== 'object' || given === null) return {};
    return Object.fromEntries(
      Object.entries(given).map(([list, views]) => [list, Array.isArray(views) ? views.filter(isView) : []]),
    );
  } catch {
    return {};
  }
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has written.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function write(list: string, change: (views: SavedView[]) => SavedView[]): void {
  // As it is now: another tab may have added to it.
  const all = parse(localStorage.getItem(ownKey()));
  localStorage.setItem(ownKey(), JSON.stringify({ ...all, [list]: change(all[list] ?? []) }));
  for (const listener of listeners) listener();
}

const withView = (views: SavedView[], view: SavedView) =>
  [...views.filter(({ name }) => name !== view.name), view].sort((one, other) =>
    one.name.localeCompare(other.name),
  );

/**
 * The views of one list, by name, and how they change. `save` replaces the view of the same name; `restore` does not, and
 * says whether it brought the view back.
 */
export function useSavedViews(list: string) {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(ownKey()));
  const views = useMemo(() => parse(text)[list] ?? [], [text, list]);
  return {
    views,
    save: (view: SavedView) => write(list, (before) => withView(before, view)),
    restore: (view: SavedView): boolean => {
      let isFree = false;
      write(list, (before) => {
        isFree = before.length < MOST_VIEWS && !before.some(({ name }) => name === view.name);
        return isFree ? withView(before, view) : before;
      });
      return isFree;
    },
    remove: (name: string) => write(list, (before) => before.filter((view) => view.name !== name)),
  };
}
