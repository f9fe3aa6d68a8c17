/** What the editor screen gives to the rich texts in it: the bar, the link field, the `/` menu, and flushing. */
import type { Editor } from '@tiptap/core';
import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { RichTextHost } from '../../plugins/rich-text/host.ts';
import type { SlashMatch } from '../../plugins/rich-text/slash.ts';
import { useEditing } from '../context.tsx';

export interface TextState {
  /** The text that has the caret. */
  text?: Editor;
  slash?: SlashMatch;
  isLinking: boolean;
}

export type TextStore = ReturnType<typeof createTextStore>;

export function createTextStore() {
  return createStore<TextState>()(() => ({ isLinking: false }));
}

/** The keys of the open `/` menu, which stands elsewhere on the screen. */
export interface SlashKeys {
  current: ((event: KeyboardEvent) => boolean) | undefined;
}

export function hostFor(
  texts: TextStore,
  onFlush: RichTextHost['onFlush'],
  slashKeys?: SlashKeys,
): RichTextHost {
  return {
    attach(text) {
      texts.setState({ text });
      return () => {
        if (texts.getState().text === text) texts.setState({ text: undefined, slash: undefined, isLinking: false });
      };
    },
    onFlush,
    askForLink: () => texts.setState({ isLinking: true }),
    onSlash: slashKeys ? (match) => texts.setState({ slash: match ?? undefined }) : undefined,
    onSlashKey: slashKeys ? (event) => slashKeys.current?.(event) ?? false : undefined,
  };
}

export function useRichTextHosting(): RichTextHost {
  const { editor, texts, slashKeys } = useEditing();
  return useMemo(() => hostFor(texts, editor.onFlush, slashKeys), [editor, texts, slashKeys]);
}
