/**
 * The catalogues that are loaded. Screens speak one language at a time, `i18n`'s; views of a page speak the site's, which
 * they get from the context (react.tsx), since the editor's canvas shows both side by side.
 */
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type Language, languageFor } from './languages.ts';

export type { I18n, Messages };

const loaded = new Map<Language, I18n>();

function catalogueOf(language: Language): I18n {
  const known = loaded.get(language);
  if (known) return known;
  const made = setupI18n({ locale: language, messages: { [language]: {} } });
  loaded.set(language, made);
  return made;
}

/** What the macros `t` and `plural` of screens use. */
export const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** The words for a language tag, as far as they are loaded; what is not is English. */
export const wordsOf = (tag: string): I18n => catalogueOf(languageFor(tag));

export function addWords(language: Language, messages: Messages): void {
  catalogueOf(language).load(language, messages);
}

/** Has the screens speak a language, whose catalogues are loaded: before any of them is drawn. */
export function speak(tag: string): void {
  const language = languageFor(tag);
  i18n.loadAndActivate({ locale: language, messages: catalogueOf(language).messages });
}
