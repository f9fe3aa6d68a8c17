/** What is known of the text that has the caret. */
import type { Editor } from '@tiptap/core';
import { createStore } from 'zustand/vanilla';
import type { SlashMatch } from '../plugins/rich-text/slash.ts';

export interface TextState {
  /** The text that has the caret. */
  text?: Editor;
  slash?: SlashMatch;
  isLinking: boolean;
  /** Whether it is asked for what is said of the image that is selected. */
  isDescribing: boolean;
}

export type TextStore = ReturnType<typeof createTextStore>;

export function createTextStore() {
  return createStore<TextState>()(() => ({ isLinking: false, isDescribing: false }));
}

/** The keys of the open `/` menu, which stands elsewhere on the screen. */
export interface SlashKeys {
  current: ((event: KeyboardEvent) => boolean) | undefined;
}
