/** The words that sections begin with, in the site's language; English comes with the code. */
import { addWords, type I18n, type Messages } from '#words/i18n.ts';
import { languageFor } from '#words/languages.ts';
import { siteWords } from '../canvas/plugin-parts.ts';

const catalogues = import.meta.glob<Messages>('./words/*.po', { import: 'default' });

/** Rejects when they cannot be loaded. */
export async function loadSectionWords(): Promise<I18n> {
  const words = siteWords();
  const language = languageFor(words.locale);
  const load = catalogues[`./words/${language}.po`];
  if (load) addWords(language, await load());
  return words;
}
