/**
 * Words in the build. Lingui's macros become messages with their English in place, parsed beforehand: no page loads a
 * parser, and English needs no catalogue. A catalogue (`*.po`) becomes a module of parsed messages by their ids.
 */
import { readFile } from 'node:fs/promises';
import { type PluginItem, type PluginObject, transformAsync, type types } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** What the macros' results import: the project's own context instead of one that needs a provider everywhere. */
export const linguiConfig = makeConfig({
  locales: ['en'],
  sourceLocale: 'en',
  catalogs: [],
  runtimeConfigModule: {
    i18n: ['#words/i18n.ts', 'i18n'],
    Trans: ['#words/react.tsx', 'Trans'],
    useLingui: ['#words/react.tsx', 'useLingui'],
  },
});

const MACROS = /from ['"]@lingui\/(?:core|react)\/macro['"]/;
/** The macros leave this comment before each message. */
const MARK = '* i18n ';

/** Nothing in a catalogue may depend on when it was written. */
const HEADERS = { 'POT-Creation-Date': '', 'X-Generator': 'scripts/words.ts' };

export const po = formatter({
  origins: true,
  lineNumbers: false,
  printPlaceholdersInComments: false,
  customHeaderAttributes: HEADERS,
});

/** Parses the English of each message that a macro has left: `message: 'Hello {name}'` → `['Hello ', ['name']]`. */
function parsedMessages({ types: t }: { types: typeof types }): PluginObject {
  return {
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectExpression({ node }) {
              if (!node.leadingComments?.some(({ value }) => value === MARK)) return;
              for (const property of node.properties) {
                if (!t.isObjectProperty(property) || !t.isIdentifier(property.key, { name: 'message' }))
                  continue;
                if (!t.isStringLiteral(property.value)) continue;
                property.value = t.valueToNode(compileMessageOrThrow(property.value.value));
              }
            },
          });
        },
      },
    },
  };
}

/** The module with its macros expanded; undefined where it has none. `plugins` see what the macros have made. */
export async function expandMacros(
  code: string,
  filename: string,
  plugins: PluginItem[] = [parsedMessages],
  fields: 'message' | 'all' = 'message',
): Promise<{ code: string; map: string } | undefined> {
  if (!MACROS.test(code)) return undefined;
  const done = await transformAsync(code, {
    filename,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    parserOpts: { plugins: filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [[linguiMacro, { linguiConfig, descriptorFields: fields }], ...plugins],
  });
  return done?.code == null ? undefined : { code: done.code, map: JSON.stringify(done.map) };
}

/** A catalogue's messages by their ids, parsed; those without a translation stay English. */
export async function parsedCatalogue(text: string): Promise<Record<string, unknown>> {
  const messages = Object.entries(
    await po.parse(text, { locale: undefined, sourceLocale: 'en', filename: '' }),
  );
  return Object.fromEntries(
    messages.flatMap(([id, { translation, obsolete }]) =>
      translation && !obsolete ? [[id, compileMessageOrThrow(translation)]] : [],
    ),
  );
}

export function words(): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ }, code: MACROS },
      handler: (code, id) => expandMacros(code, id.split('?')[0] as string),
    },
    load: {
      filter: { id: /\.po$/ },
      handler: async (id) => ({
        code: `export default ${JSON.stringify(await parsedCatalogue(await readFile(id, 'utf8')))}`,
        moduleType: 'js',
      }),
    },
  };
}
