/**
 * Brings the catalogues in line with the code: `npm run words`. What is new stands in them without a translation, what
 * nobody says any more is gone; `npm run words -- --check`, a part of `make lint`, fails until they are current and complete.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluginItem } from '@babel/core';
import extractMessages from '@lingui/babel-plugin-extract-messages';
import type { CatalogType } from '@lingui/conf';
import { LANGUAGES } from '../app/words/languages.ts';
import { expandMacros, linguiConfig, po } from '../vite.words.ts';
import { unsaidWords } from './unsaid-words.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** What visitors get has each language's catalogue; the screens of editors and admins have a template so far. */
const TEMPLATE = 'app/words/screens/messages.pot';
/** The first that fits names the folder of a source file's catalogues; what only editors and admins see has none. */
const FOLDERS: [path: RegExp, folder: string | undefined][] = [
  [/^app\/plugins\/(?:rich-text\/|[^/]+\/(?:edit|inline|manifest)\.tsx?$)/, undefined],
  // Apart from the rest, since few visitors ever load them.
  [/^app\/plugins\/members\/problem-words\.ts$/, 'app/words/problems'],
  [/^app\/plugins\/([a-z]+\.\w+)\//, 'app/plugins/$1/words'],
  // Put on pages of the site's language, unlike the rest of the editor.
  [/^app\/editor\/sections\/section-rows\.ts$/, 'app/editor/sections/words'],
  [/^app\/ssr\//, 'app/words/server'],
  [
    /^app\/(?:routes|ui)\/|^app\/identity\/(?:password-strength|other-ways)\.ts$|^app\/session\/expired-notice\.ts$/,
    'app/words/entry',
  ],
  [
    /^app\/(?:plugins\/(?:forms|images|members|shop)|page-view|visitor|session|identity)\/|^app\/fields\/\w+\/format\.ts$/,
    'app/words/visitors',
  ],
];

export interface CatalogueFile {
  path: string;
  language: string | null;
  /** As the code has it. */
  text: string;
  missing: string[];
}

function catalogueFolder(path: string): string | undefined {
  const [pattern, folder] = FOLDERS.find(([fits]) => fits.test(path)) ?? [];
  return folder?.replace('$1', pattern?.exec(path)?.[1] ?? '');
}

async function sources(): Promise<string[]> {
  const paths = await readdir(`${WEB}app`, { recursive: true });
  return paths
    .map((path) => `app/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$|\/generated\//.test(path))
    .sort();
}

/** The messages of one file. */
async function messagesIn(path: string): Promise<CatalogType> {
  const found: CatalogType = {};
  const onMessageExtracted = ({ id, message, context, comment }: Extracted) => {
    found[id] = { message, context, comments: comment ? [comment] : [], translation: '', origin: [[path]] };
  };
  const extract = [extractMessages, { linguiConfig, onMessageExtracted }] as unknown as PluginItem;
  await expandMacros(await readFile(WEB + path, 'utf8'), path, [extract], 'all');
  return found;
}

interface Extracted {
  id: string;
  message?: string;
  context?: string;
  comment?: string;
}

async function messagesByFolder(): Promise<Map<string | undefined, CatalogType>> {
  const folders = new Map<string | undefined, CatalogType>();
  for (const path of await sources()) {
    const folder = catalogueFolder(path);
    const catalogue = folders.get(folder) ?? {};
    folders.set(folder, catalogue);
    for (const [id, message] of Object.entries(await messagesIn(path))) {
      const known = catalogue[id];
      if (known) known.origin = [...(known.origin ?? []), ...(message.origin ?? [])];
      else catalogue[id] = message;
    }
  }
  return folders;
}

const readOrNothing = (path: string) => readFile(WEB + path, 'utf8').catch(() => '');

/** Each catalogue as the code wants it, with the translations that there are. */
export async function catalogues(): Promise<CatalogueFile[]> {
  const folders = await messagesByFolder();
  const files: CatalogueFile[] = [];
  for (const [folder, messages] of folders) {
    if (Object.keys(messages).length === 0) continue;
    if (folder === undefined) files.push(await catalogueFile(TEMPLATE, null, messages));
    else {
      for (const language of TRANSLATED) {
        files.push(await catalogueFile(`${folder}/${language}.po`, language, messages));
      }
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function catalogueFile(
  path: string,
  language: string | null,
  wanted: CatalogType,
): Promise<CatalogueFile> {
  const before = await po.parse(await readOrNothing(path), context(path, language));
  const messages = Object.entries(wanted)
    .map(([id, message]): [string, CatalogType[string]] => [
      id,
      { ...message, translation: before[id]?.translation ?? '', extra: before[id]?.extra },
    ])
    .sort(([, a], [, b]) => ((a.message ?? '') < (b.message ?? '') ? -1 : 1));
  const missing = language
    ? messages.flatMap(([, { translation, message = '' }]) => (translation ? [] : [message]))
    : [];
  const text = await po.serialize(Object.fromEntries(messages), context(path, language));
  return { path, language, text, missing };
}

const context = (filename: string, locale: string | null) => ({
  filename,
  locale: locale ?? undefined,
  sourceLocale: 'en',
  existing: undefined,
});

/** What is wrong with the catalogues as they lie there, a line each. */
export async function faults(): Promise<string[]> {
  const wanted = await catalogues();
  const found = await Promise.all(
    wanted.map(async ({ path, language, text, missing }) => [
      ...((await readOrNothing(path)) === text ? [] : [`${path} is not current: run \`npm run words\``]),
      ...missing.map((message) => `${path} has no ${language} for: ${message}`),
    ]),
  );
  const useless = await strays(wanted);
  const unsaid = await unsaidWords();
  return [
    ...found.flat(),
    ...useless.map((path) => `${path} is of no use: run \`npm run words\``),
    ...unsaid.map(({ path, line, text }) => `${path}:${line} is said by no macro: ${text}`),
  ];
}

/** Catalogues of words that nobody says any more. */
async function strays(wanted: CatalogueFile[]): Promise<string[]> {
  const paths = new Set(wanted.map(({ path }) => path));
  const lying = (await readdir(`${WEB}app`, { recursive: true })).map((path) => `app/${path}`);
  return lying.filter((path) => /\.pot?$/.test(path) && !paths.has(path));
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  if (process.argv.includes('--check')) {
    const found = await faults();
    for (const fault of found) console.error(fault);
    process.exitCode = found.length > 0 ? 1 : 0;
  } else {
    const wanted = await catalogues();
    for (const path of await strays(wanted)) await rm(WEB + path);
    for (const { path, text, missing } of wanted) {
      await mkdir(dirname(WEB + path), { recursive: true });
      await writeFile(WEB + path, text);
      for (const message of missing) console.log(`${relative('.', path)}: ${message}`);
    }
  }
}
