/**
 * How the browser's code is cut into files. Left alone, whatever two screens share becomes a file of its own: the editor
 * then waits for dozens of them, six at a time. What is loaded together anyway is put together here; what visitors' pages
 * load is left alone, so that none of them ever loads a line of the SPA's.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
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
};
export const INPUTS = { ...SCRIPTS, ...ENTRIES };
const EDITOR = at('app/routes/editor-route.tsx');
const RICH_TEXT = at('app/plugins/rich-text/rich-text.tsx');

/** The name of the file that a module goes into; null where that is left to the bundler. */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let parts: ReturnType<typeof partsOf> | undefined;
  return (id, modules) => {
    parts ??= partsOf(modules);
    const { visitors, start, editor, elsewhere, text } = parts;
    if (id === ENTRIES.app || visitors.has(id)) return null;
    if (start.has(id)) return 'start';
    // Shared by the editor and other screens, which must not load the editor with it.
    if (editor.has(id)) return elsewhere.has(id) ? 'screens' : 'editor';
    return text.has(id) && !elsewhere.has(id) ? 'rich-text' : null;
  };
}

function partsOf(modules: Modules) {
  const { app, ...visitors } = INPUTS;
  const start = reached(modules, [app], false);
  const screens = [...start].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return {
    visitors: reached(modules, Object.values(visitors), true),
    start,
    editor: reached(modules, [EDITOR], false),
    elsewhere: reached(
      modules,
      screens.filter((id) => id !== EDITOR),
      true,
    ),
    text: reached(modules, [RICH_TEXT], false),
  };
}

/** All that modules import, themselves included; `isLate` adds what they import when they first need it. */
function reached(modules: Modules, roots: readonly string[], isLate: boolean): ReadonlySet<string> {
  const found = new Set<string>(roots);
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) found.add(next);
    if (isLate) for (const next of info?.dynamicallyImportedIds ?? []) found.add(next);
  }
  return found;
}
