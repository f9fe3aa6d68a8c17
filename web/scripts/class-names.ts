/**
 * Finds names of classes that components ask of a CSS module which has none of them, and those that nobody asks for: both
 * are what is left when one of the two is changed. No type tells of the first: the element is drawn without its style.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAsync, traverse, types } from '@babel/core';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const COMMENT = /\/\*.*?\*\//gs;
const CLASS = /\.([A-Za-z_][\w-]*)/g;
/** Other programs' classes, and addresses. */
const FOREIGN = /:global\([^)]*\)|url\([^)]*\)/g;

/** The names of a module's classes. */
export function classesIn(css: string): Set<string> {
  const own = css.replace(COMMENT, '').replace(FOREIGN, '');
  return new Set([...own.matchAll(CLASS)].map(([, name]) => name as string));
}

/** What a file asks of each CSS module that it imports, by the module's path as it is written; `*` for a name worked out. */
export async function askedIn(file: string, code: string): Promise<Map<string, Set<string>>> {
  const asked = new Map<string, Set<string>>();
  if (!code.includes('.module.css')) return asked;
  const tree = await parseAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
  });
  if (!tree) return asked;
  traverse(tree, {
    ImportDefaultSpecifier({ node, parent, scope }) {
      if (!types.isImportDeclaration(parent) || !parent.source.value.endsWith('.module.css')) return;
      const names = new Set<string>();
      asked.set(parent.source.value, names);
      for (const { parent: user } of scope.getBinding(node.local.name)?.referencePaths ?? []) {
        const isNamed = types.isMemberExpression(user) && !user.computed && types.isIdentifier(user.property);
        const name = isNamed ? (user.property as types.Identifier).name : '*';
        names.add(name);
      }
    },
  });
  return asked;
}

/** A line for each name without its other half. */
export async function strayClasses(): Promise<string[]> {
  const files = (await readdir(join(WEB, 'app'), { recursive: true })).map((name) => join(WEB, 'app', name));
  const used = new Map<string, Set<string>>();
  const lines: string[] = [];
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))) {
    for (const [written, names] of await askedIn(file, await readFile(file, 'utf8'))) {
      const module = join(dirname(file), written);
      const there = classesIn(await readFile(module, 'utf8'));
      used.set(module, new Set([...(used.get(module) ?? []), ...names]));
      const absent = [...names].filter((name) => name !== '*' && !there.has(name));
      lines.push(...absent.map((name) => `${relative(WEB, file)}: ${relative(WEB, module)} has no .${name}`));
    }
  }
  for (const [module, names] of used) {
    if (names.has('*')) continue;
    const there = classesIn(await readFile(module, 'utf8'));
    const unused = [...there].filter((name) => !names.has(name));
    lines.push(...unused.map((name) => `${relative(WEB, module)}: nobody asks for .${name}`));
  }
  return lines.sort();
}
