/** Filters that many lists have. */
import type { Filter } from './define-resource.ts';
import { optionsOf } from './options-of.ts';

/** One of the values that have these words; `any` is said where none is chosen. */
export const wordsFilter = (
  name: string,
  label: string,
  any: string,
  words: Record<string, string>,
): Filter => ({ kind: 'select', name, label, any, useOptions: () => optionsOf(words) });
