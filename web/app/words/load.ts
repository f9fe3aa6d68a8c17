/** Catalogues as browsers load them: the shared one and a plugin's own, of one language. */
import { addWords } from './i18n.ts';
import { type Language, languageFor } from './languages.ts';

const asked = new Map<string, Promise<void>>();

/** Resolves once views of a plugin have their words. English comes with the code. */
export async function loadPluginWords(ref: string, tag: string): Promise<void> {
  const language = languageFor(tag);
  if (language === 'en') return;
  await Promise.all([
    load(language, `./visitors/${language}.po`),
    load(language, `../plugins/${ref}/words/${language}.po`),
  ]);
}

/** Resolves once what services refuse can be said in a language. */
export function loadProblemWords(tag: string): Promise<void> {
  const language = languageFor(tag);
  return load(language, `./problems/${language}.po`);
}

function load(language: Language, path: string): Promise<void> {
  const known = asked.get(path);
  if (known) return known;
  const loading = fetchWords(language, path).catch((error: unknown) => {
    asked.delete(path);
    throw error;
  });
  asked.set(path, loading);
  return loading;
}

/** A plugin without words of its own has no catalogue. */
async function fetchWords(language: Language, path: string): Promise<void> {
  const { catalogues } = await import('./catalogues.ts');
  const fetch = catalogues[path];
  if (fetch) addWords(language, await fetch());
}
