/** The languages that there are catalogues for, and which way languages are written. */

/** English is in the code itself. Another language is one more entry here; CONTRIBUTING.md says what else. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

/** The language whose catalogue serves a language tag: `de` for `de-AT`, and English where there is none. */
export function languageFor(tag: string): Language {
  return LANGUAGES.find((language) => language === baseOf(tag)) ?? 'en';
}

/** Attributes of an element whose words are in another language than its page. */
export interface Speech {
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

/**
 * What marks our own words on a page whose language has no catalogue: they are English there, and run from left to right
 * (else an Arabic page puts their full stops in front, and a screen reader says them as if they were Arabic).
 */
export function speechOfWords(tag: string): Speech {
  return languageFor(tag) === baseOf(tag) ? {} : { lang: 'en', dir: 'ltr' };
}

/** What marks an editor's words among our own: nothing where both are in the page's language. */
export function speechOfContent(tag: string): Speech {
  return languageFor(tag) === baseOf(tag) ? {} : { lang: tag, dir: directionOf(tag) };
}

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(baseOf(tag)) ? 'rtl' : 'ltr';
}

/** What the screens of editors and admins speak. This is the one place to choose by the person, once there is a choice. */
export const screenLanguage = (): Language => 'en';
