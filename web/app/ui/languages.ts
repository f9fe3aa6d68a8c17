/** The languages that a site is offered. */
import { t } from '@lingui/core/macro';
import { languageName } from '#words/format.ts';
import { languageFor } from '#words/languages.ts';

/** Those that search knows the endings of, and the others that are written by many. */
const TAGS =
  'ar bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-IE en-NZ en-US es es-MX et eu fa fi fr fr-BE fr-CA fr-CH ga gl he hi hr hu hy id is it ja ka ko lb lt lv mk ms mt nb ne nl nl-BE nn pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur vi yi zh zh-TW'.split(
    ' ',
  );

export interface LanguageOption {
  value: string;
  label: string;
}

/** By their English names, each with its own: `German – Deutsch`. One that is chosen already is among them. */
export function languageOptions(chosen: string): LanguageOption[] {
  const tags = new Set([...TAGS, ...(chosen ? [chosen] : [])]);
  return [...tags]
    .map((value) => {
      const { name, own } = languageName(value, 'en');
      return { value, label: own === name ? name : `${name} – ${own}` };
    })
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** Whether Pagewright's own words on pages come in it. */
export const hasOwnWords = (tag: string): boolean => languageFor(tag) === tag.split('-')[0]?.toLowerCase();

/** The browser's language where a site is offered it, its main language, or English. */
export function ownLanguage(): string {
  const tag = navigator.language;
  return [tag, tag.split('-')[0] ?? ''].find((each) => TAGS.includes(each)) ?? 'en';
}

/** A field that asks for the site's language; made once for a form, since its options are many. */
export function languageField(chosen: string) {
  return { type: 'choice', label: t`Language`, options: languageOptions(chosen) } as const;
}
