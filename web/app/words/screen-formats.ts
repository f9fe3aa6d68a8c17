/**
 * How the screens write dates, numbers and money: as the person has chosen, at the time of the person's zone. The words
 * around them are those of the screens' language.
 */
import { browserLocale, type Formats, formatsFor } from './format.ts';
import { i18n } from './i18n.ts';
import { screenLanguage } from './languages.ts';

interface Person {
  /** Undefined: the browser's. */
  timeZone?: string | undefined;
  /** Undefined: the browser's. */
  locale?: string | undefined;
}

let person: Person = {};
const listeners = new Set<() => void>();

/** Sets the time zone and the locale of the principal. */
export function setPerson(next: Person): void {
  if (next.timeZone === person.timeZone && next.locale === person.locale) return;
  person = next;
  for (const listener of listeners) listener();
}

export const readPerson = (): Person => person;

/** Calls back when the person is another one, or has chosen otherwise; returns how to stop. */
export function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function screenFormats(): Formats {
  const language = i18n.locale;
  // Screens that visitors get are the site's in this, too.
  const locale = language === screenLanguage() ? (person.locale ?? browserLocale()) : language;
  return formatsFor(locale, person.timeZone, language);
}
