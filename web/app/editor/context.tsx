/** What every part of the editor screen reaches: the stores, saving, and the way to run a command. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SlashKeys, TextState, TextStore } from '../writing/text-store.ts';
import type { FrameState, FrameStore } from './canvas/frame.ts';
import type { CommandContext } from './commands/command.ts';
import type { DragState, DragStore } from './moving/drag-store.ts';
import type { Saver } from './saving/saver.ts';
import type { ChromeState } from './store/chrome-store.ts';
import type { EditorState } from './store/editor-state.ts';
import type { ViewAsState } from './view-as/view-as-store.ts';

export interface Editing extends CommandContext {
  frame: FrameStore;
  drag: DragStore;
  saver: Saver;
  texts: TextStore;
  slashKeys: SlashKeys;
  /** Goes to another page of the site, asking first when something would be lost. */
  goTo: (address: string) => void;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('This part of the editor stands outside the editor screen.');
  return editing;
}

export function useEditorState<T>(select: (state: EditorState) => T): T {
  return useStore(useEditing().editor.vanilla, select);
}

export function useChromeState<T>(select: (state: ChromeState) => T): T {
  return useStore(useEditing().chrome, select);
}

export function useViewAs<T>(select: (state: ViewAsState) => T): T {
  return useStore(useEditing().viewAs, select);
}

export function useFrameState<T>(select: (state: FrameState) => T): T {
  return useStore(useEditing().frame, select);
}

export function useTextState<T>(select: (state: TextState) => T): T {
  return useStore(useEditing().texts, select);
}

export function useDragState<T>(select: (state: DragState) => T): T {
  return useStore(useEditing().drag, select);
}
