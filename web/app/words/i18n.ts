/**
 * The catalogues that are loaded. Screens speak one language at a time, `i18n`'s; views of a page speak the site's, which
 * they get from the context (react.tsx), since the editor's canvas shows both side by side.
 */
import type { I18n } from '@lingui/core';
import { type Language, languageFor } from './languages.ts';
import { type Messages, Words } from './messages.ts';

export type { I18n, Messages };

const loaded = new Map<Language, Words>();

function catalogueOf(language: Language): Words {
  const known = loaded.get(language);
  if (known) return known;
  const made = new Words(language);
  loaded.set(language, made);
  return made;
}

/** The macros' types ask for the whole of Lingui's runtime; what the macros write calls `_` alone. */
export const forMacros = (words: Words): I18n => words as Pick<I18n, 'locale'> as I18n;

const ofScreens = new Words('en');

/** What the macros `t` and `plural` of screens use. */
export const i18n = forMacros(ofScreens);

/** The words of a site's language, as far as they are loaded, or else the screens'. */
export const spoken = (tag: string | undefined): Words =>
  tag === undefined ? ofScreens : catalogueOf(languageFor(tag));

/** The words for a language tag, as far as they are loaded; what is not is English. */
export const wordsOf = (tag: string): I18n => forMacros(spoken(tag));

export function addWords(language: Language, messages: Messages): void {
  const words = catalogueOf(language);
  words.messages = { ...words.messages, ...messages };
}

/** Has the screens speak a language, whose catalogues are loaded: before any of them is drawn. */
export function speak(tag: string): void {
  const language = languageFor(tag);
  ofScreens.locale = language;
  ofScreens.messages = catalogueOf(language).messages;
}
