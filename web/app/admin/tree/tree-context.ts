/** What every row of a tree needs to know of the whole. */
import { createContext, useContext } from 'react';
import type { Resource, ResourceTree } from '../define-resource.ts';
import type { Selection } from '../use-selection.ts';
import type { Moving } from './use-moving.ts';

// biome-ignore lint/suspicious/noExplicitAny: a context has no type parameter; the tree passes its rows through
export interface TreeState<Row = any> extends Moving<Row> {
  resource: Resource<Row>;
  tree: ResourceTree<Row>;
  /** Left out where rows are not chosen for anything. */
  selection: Selection<Row> | undefined;
  /** The row whose record is shown beside the tree. */
  shown: string | undefined;
  isRemoved: (row: Row) => boolean;
  onRemove: (row: Row) => void;
  isOpen: (id: string) => boolean;
  setOpen: (id: string, isOpen: boolean) => void;
  /** The row that Tab comes to. */
  current: string | undefined;
  setCurrent: (id: string) => void;
  /** The row is drawn no more: Tab comes to the first one again, unless it is another's turn. */
  leaveCurrent: (id: string) => void;
  /** Says something to those who see no rows. */
  say: (words: string) => void;
  /** The row that is being renamed. */
  renaming: string | undefined;
  startRenaming: (row: Row) => void;
  /** Without a name it stays what it is. */
  finishRenaming: (row: Row, name: string | undefined) => void;
  /** Notes what is drawn, so that keys can tell which record theirs is. */
  note: (row: Row, parent: Row | undefined, at: HTMLElement | null) => void;
}

export const TreeContext = createContext<TreeState | undefined>(undefined);

export function useTree(): TreeState {
  const state = useContext(TreeContext);
  if (!state) throw new Error('A row of a tree is drawn outside of one.');
  return state;
}
