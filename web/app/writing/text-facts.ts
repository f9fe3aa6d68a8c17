/** What is true of a text where the caret is, for the buttons of its bar. */
import type { Editor } from '@tiptap/core';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import {
  ALIGNMENTS,
  BLOCKS,
  CLEAR,
  type FormatAction,
  INSERTIONS,
  LINK,
  LISTS,
  MARKS,
  NESTING,
  TABLE,
} from './format-actions.ts';

export interface TextFacts {
  active: ReadonlySet<string>;
  impossible: ReadonlySet<string>;
  isInTable: boolean;
  isInList: boolean;
}

/** A bar may lag behind the hands by this; asking at each key would cost the key its frame. */
const LAG_MS = 60;

const ALL: readonly FormatAction[] = [
  ...BLOCKS,
  ...MARKS,
  LINK,
  ...LISTS,
  ...NESTING,
  ...ALIGNMENTS,
  ...INSERTIONS,
  ...TABLE,
  CLEAR,
];

function factsOf(text: Editor): TextFacts {
  const named = (test: (action: FormatAction) => boolean) =>
    new Set(ALL.filter(test).map((action) => action.name));
  return {
    active: named((action) => action.isActive?.(text) ?? false),
    impossible: named((action) => action.isEnabled?.(text) === false),
    isInTable: text.isActive('table'),
    isInList: text.isActive('listItem'),
  };
}

/** The facts, the same object while they are the same, so that typing redraws nothing. */
export function useTextFacts(text: Editor): TextFacts {
  const known = useRef<{ text: Editor; facts: TextFacts; key: string }>(undefined);
  const read = useCallback(() => {
    const facts = factsOf(text);
    const key = JSON.stringify([[...facts.active], [...facts.impossible], facts.isInTable, facts.isInList]);
    if (known.current?.text !== text || known.current.key !== key) known.current = { text, facts, key };
  }, [text]);
  const subscribe = useCallback(
    (changed: () => void) => {
      let due: ReturnType<typeof setTimeout> | undefined;
      const soon = () => {
        clearTimeout(due);
        due = setTimeout(() => {
          read();
          changed();
        }, LAG_MS);
      };
      text.on('transaction', soon);
      return () => {
        clearTimeout(due);
        text.off('transaction', soon);
      };
    },
    [text, read],
  );
  return useSyncExternalStore(subscribe, () => {
    if (known.current?.text !== text) read();
    return (known.current as { facts: TextFacts }).facts;
  });
}
