/** The screens that visitors get, such as the login, speak the site's language; those of editors and admins English. */
import { addWords, i18n, type Messages, speak } from './i18n.ts';
import { type Language, languageFor, screenLanguage } from './languages.ts';

const catalogues = import.meta.glob<Messages>(['./visitors/*.po', './entry/*.po'], { import: 'default' });

/** For the screens that visitors get, as the web host says it: server/shell.ts. */
export const siteLanguage = (): Language =>
  languageFor(document.documentElement.dataset.siteLanguage ?? 'en');

/** Before the first screen is drawn: one document speaks one language. What cannot be loaded is said in English. */
export async function speakLanguageOf(path: string): Promise<void> {
  const language = path.startsWith('/cms-login') ? siteLanguage() : screenLanguage();
  if (language === i18n.locale) return;
  const wanted = Object.entries(catalogues).filter(([name]) => name.endsWith(`/${language}.po`));
  const loaded = await Promise.allSettled(wanted.map(([, load]) => load()));
  for (const each of loaded) if (each.status === 'fulfilled') addWords(language, each.value);
  speak(language);
  document.documentElement.lang = language;
}
