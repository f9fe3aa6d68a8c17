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

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(baseOf(tag)) ? 'rtl' : 'ltr';
}
