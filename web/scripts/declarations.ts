/**
 * Writes what services validate by: the plugin catalogue, from web/app/plugins/<ref>/manifest.ts, the types of fields, from
 * web/app/fields/<type>/declaration.json, the kinds of questions of contact forms, and the types of linked data, from
 * web/app/page/linked-data-types.json, and the digits of currencies, from web/app/words/minor-digits.json; and what a cache in front keeps pages by, the parameters of addresses that plugins
 * read. Run by `npm run declarations` after one of them has changed; declarations.test.ts fails until it was.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FieldDefinition, FieldDefinitions } from '../app/fields/types.ts';
import type { PluginManifest } from '../app/plugins/contract.ts';

const PLUGINS = new URL('../app/plugins/', import.meta.url);
const FIELDS = new URL('../app/fields/', import.meta.url);
const ROOT = new URL('../../', import.meta.url);
export const CATALOGUE = new URL('services/content/content/fields/manifests.json', ROOT);
export const TYPES = new URL('shared/kit/field_values/types.json', ROOT);
export const KINDS = new URL('services/cms/cms/contact_forms/kinds.json', ROOT);
const LINKED_DATA_TYPES = new URL('../app/page/linked-data-types.json', import.meta.url);
const MINOR_DIGITS = new URL('../app/words/minor-digits.json', import.meta.url);
export const CURRENCIES = new URL('shared/kit/minor_digits.json', ROOT);
export const PARAMETERS = new URL('deploy/cache/parameters', ROOT);
export const LINKED_DATA = new URL('services/content/content/linked_data/types.json', ROOT);

/** Labels and hints are for the editor and would only make the catalogue drift. */
function withoutWords(field: FieldDefinition): object {
  const { label: _label, hint: _hint, ...rest } = field;
  if ('item' in rest) return { ...rest, item: fieldsOf(rest.item) };
  return 'fields' in rest ? { ...rest, fields: fieldsOf(rest.fields) } : rest;
}

function fieldsOf(fields: FieldDefinitions): Record<string, object> {
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
      const { ref, label, fields, isCacheable, query, requires, dataFrom, isUnlisted, namedBy } = manifest;
      const listing = { isUnlisted, namedBy };
      return { ref, label, fields: fieldsOf(fields), isCacheable, query, requires, dataFrom, ...listing };
    }),
  );
  return `${JSON.stringify(manifests, null, 2)}\n`;
}

/** The names of the parameters of addresses that plugins read, a line each: a cache in front ignores all others. */
export async function parameters(): Promise<string> {
  const plugins: Pick<PluginManifest, 'query'>[] = JSON.parse(await catalogue());
  const names = new Set(plugins.flatMap(({ query }) => Object.keys(query ?? {})));
  return [...names]
    .sort()
    .map((name) => `${name}\n`)
    .join('');
}

/** The types of fields as JSON text, ordered by name. */
export async function types(): Promise<string> {
  const read = async (path: string) => JSON.parse(await readFile(new URL(path, FIELDS), 'utf8'));
  const folders = (await readdir(FIELDS, { recursive: true }))
    .map((path) => path.replaceAll('\\', '/').split('/'))
    .filter(([, name]) => name === 'declaration.json')
    .map(([folder]) => folder);
  const declarations = await Promise.all(
    folders.sort().map(async (folder) => [folder, (await read(`${folder}/declaration.json`)).value]),
  );
  return `${JSON.stringify(Object.fromEntries(declarations), null, 2)}\n`;
}

/** How many digits of each currency's amounts are minor units where these are not two, as JSON text. */
export async function currencies(): Promise<string> {
  return `${JSON.stringify(JSON.parse(await readFile(MINOR_DIGITS, 'utf8')), null, 2)}\n`;
}

/** What is known of schema.org, as JSON text. */
export async function linkedData(): Promise<string> {
  return `${JSON.stringify(JSON.parse(await readFile(LINKED_DATA_TYPES, 'utf8')), null, 2)}\n`;
}

/** The kinds of questions of contact forms as JSON text. */
export async function kinds(): Promise<string> {
  return readFile(new URL('cms.contact/kinds.json', PLUGINS), 'utf8');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(CATALOGUE, await catalogue());
  await writeFile(TYPES, await types());
  await writeFile(KINDS, await kinds());
  await writeFile(LINKED_DATA, await linkedData());
  await writeFile(PARAMETERS, await parameters());
  await writeFile(CURRENCIES, await currencies());
  for (const made of [CATALOGUE, TYPES, KINDS, LINKED_DATA, PARAMETERS, CURRENCIES])
    console.log(`Wrote ${fileURLToPath(made)}`);
}
