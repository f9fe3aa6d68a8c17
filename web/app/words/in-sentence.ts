import { i18n } from './i18n.ts';

/** A name that somebody gave, in its quotation marks, or how a word with a capital begins. */
const QUOTED_OR_CAPITAL = /“[^”]*”|(?<!\p{L})\p{Lu}(?!\p{Lu})/gu;

/**
 * A name as it stands inside a sentence of a screen: `the row`, `the blog post`. English alone writes it small there, and
 * not where it is an abbreviation or has been given by somebody: `the FAQ`, `API tokens`, `block “Opening Hours”`.
 */
export function inSentence(name: string): string {
  if (i18n.locale !== 'en') return name;
  return name.replace(QUOTED_OR_CAPITAL, (found) => (found.startsWith('“') ? found : found.toLowerCase()));
}
