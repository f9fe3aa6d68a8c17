/**
 * Writes the CSS of the looks that a new site brings (services/content/content/templates/looks), compiled as the web
 * host compiles a template that is saved: a site is set up before there is anybody to compile for it. Run by
 * `npm run looks` after one of their sources has changed; looks.test.ts fails until it was.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { compileScss } from '../server/scss.ts';

const FOLDER = new URL('../../services/content/content/templates/looks/', import.meta.url);

const read = (path: string) => readFileSync(new URL(path, FOLDER), 'utf8');

interface Declared {
  folder: string;
  fonts: string[];
}

/** The looks as they are declared, in the order in which they are offered. */
export const LOOKS: readonly Declared[] = JSON.parse(read('looks.json'));

/** What is stored as a template's sharedSCSS and inlineSCSS; looks/__init__.py puts the same together. */
export function sourcesOf({ folder }: Declared): { sharedSCSS: string; inlineSCSS: string } {
  return {
    sharedSCSS: read(`${folder}/settings.scss`) + read('common/tools.scss'),
    inlineSCSS: read('common/page.scss') + read(`${folder}/more.scss`),
  };
}

/** Rejects with the first fault of the sources. */
export async function compiledLook(look: Declared, change = (shared: string) => shared): Promise<string> {
  const { sharedSCSS, inlineSCSS } = sourcesOf(look);
  const job = { sharedSCSS: change(sharedSCSS), sources: { inlineSCSS }, families: look.fonts };
  const result = await compileScss(job);
  if ('faults' in result) throw new Error(`${look.folder}: ${JSON.stringify(result.faults[0])}`);
  if (result.warnings.length) throw new Error(`${look.folder}: ${JSON.stringify(result.warnings[0])}`);
  return result.css.inlineSCSS ?? '';
}

/** Where the CSS of a look is written. */
export function placeOf({ folder }: Declared): URL {
  return new URL(`${folder}/inline.css`, FOLDER);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const look of LOOKS) await writeFile(placeOf(look), await compiledLook(look));
}
