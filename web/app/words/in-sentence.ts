import { i18n } from './i18n.ts';

/**
 * A name as it stands inside a sentence of a screen: `the row`. English alone writes it small there, and not where it is
 * an abbreviation: `the FAQ`, `API tokens`.
 */
export function inSentence(name: string): string {
  const isSmall = i18n.locale === 'en' && !/^\p{Lu}{2}/u.test(name);
  return isSmall ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
