import type { I18n } from '#words/i18n.ts';
import type { Fields } from '../contract.ts';
import { byRef } from './by-ref.ts';

const starts = byRef(
  import.meta.glob<(words: I18n) => Fields>('../*/start.ts', { eager: true, import: 'default' }),
);

/** The words that a new instance starts with, in the site's language; they go before the manifest's English. */
export function startingWords(ref: string, words: I18n): Fields {
  return starts.get(ref)?.(words) ?? {};
}
