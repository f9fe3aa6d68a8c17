/**
 * Writes the plugin catalogue that content validates fields by, from web/app/plugins/<ref>/manifest.ts.
 * Run by `npm run manifests` after a manifest has changed; manifests.test.ts fails until it was.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FieldDefinition, PluginManifest } from '../app/plugins/contract.ts';

const PLUGINS = new URL('../app/plugins/', import.meta.url);
export const CATALOGUE = new URL('../../services/content/content/fields/manifests.json', import.meta.url);

/** Labels and hints are for the editor and would only make the catalogue drift. */
function withoutWords(field: FieldDefinition): object {
  const { label: _label, hint: _hint, ...rest } = field;
  return 'item' in rest ? { ...rest, item: fieldsOf(rest.item) } : rest;
}

function fieldsOf(fields: Record<string, FieldDefinition>): Record<string, object> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withoutWords(field)]));
}

/** The catalogue as JSON text, ordered by ref. */
export async function catalogue(): Promise<string> {
  const entries = await readdir(PLUGINS, { recursive: true });
  const paths = entries
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^[^/]+\/manifest\.ts$/.test(path));
  const manifests = await Promise.all(
    paths.sort().map(async (path) => {
      const { default: manifest }: { default: PluginManifest } = await import(new URL(path, PLUGINS).href);
      const { ref, label, fields, isCacheable, query, requires, dataFrom } = manifest;
      return { ref, label, fields: fieldsOf(fields), isCacheable, query, requires, dataFrom };
    }),
  );
  return `${JSON.stringify(manifests, null, 2)}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(CATALOGUE, await catalogue());
  console.log(`Wrote ${fileURLToPath(CATALOGUE)}`);
}
