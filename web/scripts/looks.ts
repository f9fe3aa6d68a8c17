/**
 * Writes the templates that a new site begins with (services/content/content/templates): in each folder `shared.scss`,
 * `inline.scss` and the CSS made of them, as it is read and as it is sent, from its `settings.scss` and `more.scss` and from what they have in common.
 * A template has to be whole by itself: it is stored with the site and is the site's from then on. Run by `npm run looks`
 * after one of the sources has changed; looks.test.ts fails until it was.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { minify } from '../server/minify.ts';
import { compileScss } from '../server/scss.ts';

const FOLDER = new URL('../../services/content/content/templates/', import.meta.url);

export const LOOKS = ['default', 'editorial', 'bold'] as const;
export type Look = (typeof LOOKS)[number];

/** The text of a file in the folder of templates; empty where there is none. */
export function read(path: string): string {
  const place = new URL(path, FOLDER);
  return existsSync(place) ? readFileSync(place, 'utf8') : '';
}

/** What is stored of a look, by the names of its files. Rejects with the first fault of its sources. */
export async function filesOf(look: Look): Promise<Record<string, string>> {
  const shared = read(`${look}/settings.scss`) + read('common/tools.scss');
  const inline = read('common/page.scss') + read(`${look}/more.scss`) + read('common/print.scss');
  const css = await compiled(shared, inline, JSON.parse(read(`${look}/fonts.json`)));
  const small = await minify('css', css);
  return { 'shared.scss': shared, 'inline.scss': inline, 'inline.css': css, 'inline.min.css': small };
}

/** CSS as the web host makes it when a template is saved. Rejects with the first fault or warning. */
export async function compiled(sharedSCSS: string, inlineSCSS: string, families: string[]): Promise<string> {
  const result = await compileScss({ sharedSCSS, sources: { inlineSCSS }, families });
  const [fault] = 'faults' in result ? result.faults : result.warnings;
  if (fault || 'faults' in result) throw new Error(JSON.stringify(fault));
  return result.css.inlineSCSS ?? '';
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const look of LOOKS) {
    const files = Object.entries(await filesOf(look));
    for (const [name, text] of files) await writeFile(new URL(`${look}/${name}`, FOLDER), text);
  }
}
