/** What the files and folders are drawn from, and what is told of them. */
import type { DragEvent } from 'react';
import type { Sort, View } from './place.ts';
import type { Item, Listing } from './use-listing.ts';
import type { Choosing } from './use-selection.ts';

/** Rows above those of the items, in the list. */
export const HEADS = 1;

export interface ItemEvents {
  /** Enter, or a double click. */
  onOpen: (item: Item) => void;
  /** A press of the pointer that chooses one item alone. */
  onShow: (item: Item | undefined) => void;
  onRename: (item: Item) => void;
  /** Left out where files are only picked. */
  onRemove?: (items: readonly Item[]) => void;
  onDragStart: (item: Item, event: DragEvent) => void;
  /** What can be dropped on a folder: whether it was taken. */
  onDropOn: (folder: string, event: DragEvent) => void;
  canDropOn: (item: Item, event: DragEvent) => boolean;
}

export interface ItemsProps extends ItemEvents {
  listing: Listing;
  choosing: Choosing;
  view: View;
  /** As in a place. */
  columns?: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  label: string;
  hasPlace: boolean;
  /** Whether an item can be picked; the others are shown, and grey. */
  isUsable: (item: Item) => boolean;
  onRange: (first: number, last: number) => void;
}
