/** All catalogues of what visitors see, for the server, which draws at once. Browsers load what they need: load.ts. */
import { addWords, type Messages } from './i18n.ts';
import { languageFor } from './languages.ts';

const catalogues: Record<string, Messages> = {
  ...import.meta.glob<Messages>(['./visitors/*.po', './server/*.po'], { import: 'default', eager: true }),
  ...import.meta.glob<Messages>('../plugins/*/words/*.po', { import: 'default', eager: true }),
};

for (const [path, messages] of Object.entries(catalogues)) {
  addWords(languageFor(/([\w-]+)\.po$/.exec(path)?.[1] ?? 'en'), messages);
}
