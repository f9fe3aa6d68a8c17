/**
 * How the browser's code is cut into files. Left alone, whatever two screens share becomes a file of its own: the editor
 * then waits for dozens of them, six at a time. What is loaded together anyway is put together here; what visitors' pages
 * load is left alone, so that none of them ever loads a line of the SPA's.
 */
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Module {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Modules {
  getModuleInfo(id: string): Module | null;
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The plugins' own scripts, by the names of their files: a page loads those of its own plugins. */
const SCRIPTS = Object.fromEntries(
  globSync('app/plugins/*/script.ts', { cwd: at('.') }).map((path) => [
    `script-${path.split(/[\\/]/)[2]}`,
    at(path),
  ]),
);

export const ENTRIES = {
  app: at('app/main.tsx'),
  visitor: at('app/visitor/main.ts'),
  islands: at('app/visitor/islands.tsx'),
  session: at('app/visitor/session.ts'),
  trackers: at('app/visitor/trackers.ts'),
};
export const INPUTS = { ...SCRIPTS, ...ENTRIES };
const EDITOR = at('app/routes/editor-route.tsx');
/** What most texts are edited with, and the plugin that most of them are. */
const RICH_TEXT = ['rich-text/rich-text.tsx', 'cms.text/inline.tsx'].map((path) => at(`app/plugins/${path}`));
/** A form's rich text: other screens load it when one of their forms has one, and only then. */
const IN_FORMS = at('app/writing/rich-text-field.tsx');

/** By file, pairs of plugins' views that often stand on pages together: a file of what they share weighs less than its parts. */
const SHARED_BY_VIEWS: Record<string, readonly (readonly [string, string])[]> = {
  form: [withCheckout('cms.login/render.tsx'), withCheckout('cms.accountManagement/management.tsx')],
  basket: [
    withCheckout('ecom.basketManagement/render.tsx'),
    withCheckout('ecom.basketSummary/render.tsx'),
    withCheckout('ecom.checkoutSuccess/render.tsx'),
  ],
};
/** What most views share with the screens, in a file of its own. */
const SHARED_WITH_SCREENS = [at('app/api/json.ts'), at('app/words/use-formats.ts')];
/** So small that one file less for the views that have them is worth more than what it costs those that do not. */
const WITH_VIEWS = ['headings.tsx', 'members/awake.tsx', 'shop/was.tsx'].map((path) =>
  at(`app/plugins/${path}`),
);
/** What plugins' own scripts and islands of the shop share: no page with a script needs one of these for long without the other. */
const OF_BASKETS = ['shop/basket.ts', 'shop/signals.ts'].map((path) => at(`app/plugins/${path}`));
/** Pages name the files of their islands, whose bundle therefore imports none of them. */
const VIEWS = globSync('app/plugins/*/render.tsx', { cwd: at('.') }).map(at);
const PLUGINS = at('app/plugins/');

/**
 * Whether a file is of visitors' pages. Such ones do not name what the parts that they load later import: a list of all
 * plugins' files would weigh more than some of the plugins do, and pages name those of their own; see app/ssr.
 */
export const ofVisitors = (file: string): boolean =>
  /\/(?:views|form|basket|render|script-[\w.]+)-/.test(file);

function withCheckout(view: string): readonly [string, string] {
  return [at(`app/plugins/${view}`), at('app/plugins/ecom.checkout/render.tsx')];
}

/** The name of the file that a module goes into; null where that is left to the bundler. */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let parts: ReturnType<typeof partsOf> | undefined;
  return (id, modules) => {
    parts ??= partsOf(modules);
    const { visitors, start, editor, elsewhere, text, inForms } = parts;
    if (visitors.has(id)) return parts.ofViews.get(id) ?? null;
    if (id === ENTRIES.app) return null;
    if (start.has(id)) return 'start';
    if (inForms.has(id) && editor.has(id) && !elsewhere.has(id)) return 'writing';
    // Shared by the editor and other screens, which must not load the editor with it.
    if (editor.has(id)) return elsewhere.has(id) ? 'screens' : 'editor';
    return text.has(id) && !elsewhere.has(id) ? 'rich-text' : null;
  };
}

function partsOf(modules: Modules) {
  const { app, ...visitors } = INPUTS;
  const start = reached(modules, [app], false);
  const { islands, ...others } = visitors;
  // Pages without islands load these: none of them may come with React.
  const plain = reached(modules, Object.values(others), false);
  const screens = [...start].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return {
    visitors: reached(modules, [...Object.values(visitors), ...VIEWS], true),
    ofViews: filesOfViews(modules, islands, plain),
    start,
    editor: reached(modules, [EDITOR], false),
    elsewhere: reached(
      modules,
      screens.filter((id) => id !== EDITOR),
      true,
      IN_FORMS,
    ),
    inForms: reached(modules, [IN_FORMS], false),
    text: reached(modules, RICH_TEXT, false),
  };
}

/** By module: the file that all islands load, and those that some of them share. */
function filesOfViews(
  modules: Modules,
  islands: string,
  plain: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const files = new Map(OF_BASKETS.map((id) => [id, 'kept-basket']));
  const add = (id: string, file: string) => plain.has(id) || files.has(id) || files.set(id, file);
  for (const id of [...reached(modules, [islands], false), ...WITH_VIEWS])
    if (id !== islands) add(id, 'views');
  for (const id of reached(modules, SHARED_WITH_SCREENS, false)) add(id, 'shared');
  for (const [file, pairs] of Object.entries(SHARED_BY_VIEWS)) {
    for (const [one, other] of pairs) {
      const both = reached(modules, [other], false);
      for (const id of reached(modules, [one], false))
        if (id.startsWith(PLUGINS) && both.has(id)) add(id, file);
    }
  }
  return files;
}

/**
 * All that modules import, themselves included; `isLate` adds what they import when they first need it, `but` one of those
 * and what that alone imports.
 */
function reached(
  modules: Modules,
  roots: readonly string[],
  isLate: boolean,
  but?: string,
): ReadonlySet<string> {
  const found = new Set<string>(roots);
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) {
      for (const module of throughBarrel(modules, id, info?.code ?? '', next)) found.add(module);
    }
    if (isLate) for (const next of info?.dynamicallyImportedIds ?? []) if (next !== but) found.add(next);
  }
  return found;
}

/**
 * Modules that hand on what hundreds of others export: those of some libraries, and of the generated client. Whoever
 * imports one button from there has not asked for the rest, which the bundler leaves out or puts where it is used.
 */
const LIBRARY =
  /node_modules\/(@mantine\/core|@mantine\/hooks|lucide-react)\/[\w/]*\/(?:index|lucide-react)\.mjs$/;
const CLIENT = ['index.ts', '@tanstack/react-query.gen.ts'].map((file) => at(`app/api/generated/${file}`));
const IMPORT = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/** The modules that `importer`, whose code is given, gets from the one that it imports: that one, or those behind it. */
function throughBarrel(modules: Modules, importer: string, code: string, id: string): readonly string[] {
  const library = LIBRARY.exec(id)?.[1];
  if (!library && !CLIENT.includes(id)) return [id];
  const behind = modulesBehind(modules, id);
  const names = [...code.matchAll(IMPORT)]
    .filter(([, , from = '']) =>
      library ? from === library : posix.join(posix.dirname(importer), from) === id,
    )
    .flatMap(([, list = '']) => namesIn(list, 0));
  return names.flatMap((name) => behind.get(name) ?? []);
}

const barrels = new Map<string, ReadonlyMap<string, string>>();

/** By name, the module that a barrel has it from. */
function modulesBehind(modules: Modules, id: string): ReadonlyMap<string, string> {
  const known = barrels.get(id);
  if (known) return known;
  const behind = new Map<string, string>();
  for (const [, list = '', path = ''] of modules.getModuleInfo(id)?.code?.matchAll(IMPORT) ?? []) {
    for (const name of namesIn(list, -1)) behind.set(name, posix.join(posix.dirname(id), path));
  }
  if (behind.size === 0) throw new Error(`${id} hands nothing on any more; see vite.chunks.ts`);
  barrels.set(id, behind);
  return behind;
}

/** Of "A, B as C", those that the other module knows them by (0) or those that they have here (-1). */
function namesIn(list: string, which: 0 | -1): string[] {
  return list
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((each) => each.split(/\s+as\s+/).at(which) as string);
}
