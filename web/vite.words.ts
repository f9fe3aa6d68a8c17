/**
 * Words in the build. Lingui's macros become messages with their English in place, parsed beforehand: no page loads a
 * parser, and English needs no catalogue. A catalogue (`*.po`) becomes a module of parsed messages by their ids.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PluginItem, type PluginObject, transformAsync, type types } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import {
  type CompiledIcuChoices,
  type CompiledMessage,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage';
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

/** Parsed as far as words/messages.ts can say it: values, and plurals of them. Dates and numbers come as texts. */
function parse(text: string): CompiledMessage {
  const check = (message: CompiledMessage): CompiledMessage => {
    for (const part of message) {
      if (typeof part === 'string' || part.length === 1) continue;
      const [name, kind, cases] = part;
      if (kind !== 'plural') throw new Error(`“${text}”: ${name} is a ${kind}, and there are plurals alone.`);
      for (const each of Object.values(cases as CompiledIcuChoices)) if (Array.isArray(each)) check(each);
    }
    return message;
  };
  return check(compileMessageOrThrow(text));
}

type Babel = typeof types;

/** A message as a string or a template of the values it names; undefined where it has plurals or the like. */
function literalOf(
  t: Babel,
  message: CompiledMessage,
  values: types.Node | undefined,
): types.Expression | undefined {
  const given = new Map<string, types.Expression>();
  for (const each of t.isObjectExpression(values) ? values.properties : []) {
    if (!t.isObjectProperty(each) || !t.isExpression(each.value)) return undefined;
    given.set(
      String(t.isIdentifier(each.key) ? each.key.name : 'value' in each.key && each.key.value),
      each.value,
    );
  }
  const texts = [''];
  const expressions: types.Expression[] = [];
  for (const token of message) {
    if (typeof token === 'string') texts.push((texts.pop() ?? '') + token);
    else {
      const value = token.length === 1 ? given.get(token[0]) : undefined;
      if (!value) return undefined;
      expressions.push(value);
      texts.push('');
    }
  }
  if (expressions.length === 0) return t.stringLiteral(texts.join(''));
  const raw = (text: string) => text.replace(/\\|`|\$\{/g, '\\$&');
  const quasis = texts.map((text, index) =>
    t.templateElement({ raw: raw(text), cooked: text }, index === texts.length - 1),
  );
  return t.templateLiteral(quasis, expressions);
}

/**
 * Parses the English of each message that a macro has left: `message: 'Hello {name}'` → `['Hello ', ['name']]`. What no
 * catalogue translates needs no id to be found by; without plurals and the like the call becomes the text itself.
 */
function parsedMessages(translated: ReadonlySet<string>) {
  return ({ types: t }: { types: typeof types }): PluginObject => ({
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectExpression(path) {
              if (!path.node.leadingComments?.some(({ value }) => value === MARK)) return;
              const parts = new Map<string, types.ObjectProperty>();
              for (const each of path.node.properties) {
                if (t.isObjectProperty(each) && t.isIdentifier(each.key)) parts.set(each.key.name, each);
              }
              const id = parts.get('id');
              const message = parts.get('message');
              if (!id || !message || !t.isStringLiteral(id.value) || !t.isStringLiteral(message.value))
                return;
              const parsed = parse(message.value.value);
              message.value = t.valueToNode(parsed);
              if (translated.has(id.value.value)) return;
              path.node.properties = path.node.properties.filter((each) => each !== id);
              const call = path.parentPath;
              if (!call.isCallExpression() || call.node.arguments[0] !== path.node) return;
              const literal = literalOf(t, parsed, parts.get('values')?.value);
              if (literal) call.replaceWith(literal);
            },
          });
        },
      },
    },
  });
}

/** The module with its macros expanded; undefined where it has none. `plugins` see what the macros have made. */
export async function expandMacros(
  code: string,
  filename: string,
  plugins: PluginItem[],
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
      translation && !obsolete ? [[id, parse(translation)]] : [],
    ),
  );
}

const CATALOGUES = fileURLToPath(new URL('app', import.meta.url));

/** The catalogues there are, and the ids of all that they translate. */
async function translations(): Promise<{ paths: string[]; ids: Set<string> }> {
  const paths = (await readdir(CATALOGUES, { recursive: true }))
    .filter((path) => path.endsWith('.po'))
    .map((path) => join(CATALOGUES, path));
  const parsed = await Promise.all(paths.map(async (path) => parsedCatalogue(await readFile(path, 'utf8'))));
  return { paths, ids: new Set(parsed.flatMap(Object.keys)) };
}

export function words(): Plugin {
  let known: ReturnType<typeof translations> | undefined;
  return {
    name: 'words',
    enforce: 'pre',
    buildStart() {
      known = undefined;
    },
    transform: {
      filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ }, code: MACROS },
      async handler(code, id) {
        known ??= translations();
        const { paths, ids } = await known;
        // While files are watched: a word that gets its first translation is said another way.
        for (const path of paths) this.addWatchFile(path);
        return expandMacros(code, id.split('?')[0] as string, [parsedMessages(ids)]);
      },
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
