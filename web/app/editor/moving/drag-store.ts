/** What is being dragged and where it would land. Changes with every step of the pointer, so it is a store of its own. */
import { createStore } from 'zustand/vanilla';
import type { Dragged, DropTarget } from './drop-target.ts';

export interface DragState {
  dragged?: Dragged;
  /** What is said beside the pointer. */
  name: string;
  /** In the parent window's client coordinates. */
  pointer: { x: number; y: number };
  target?: DropTarget;
}

export type DragStore = ReturnType<typeof createDragStore>;

export const atRest: DragState = { name: '', pointer: { x: 0, y: 0 }, dragged: undefined, target: undefined };

export function createDragStore() {
  return createStore<DragState>()(() => atRest);
}
