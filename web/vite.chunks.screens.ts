/**
 * How the code of the screens is cut into files. Left alone, whatever two screens share becomes a file of its own: the
 * editor then waits for dozens of them, six at a time. What is loaded together anyway is put together here.
 */
import { globSync } from 'node:fs';
import { at, type Modules, reached } from './vite.modules.ts';

export const APP = at('app/main.tsx');
const EDITOR = at('app/routes/editor-route.tsx');
/** What most texts are edited with, and the views of the plugins that nearly every page has. */
const RICH_TEXT = [
  'rich-text/rich-text.tsx',
  'cms.text/inline.tsx',
  'cms.text/render.tsx',
  'cms.menu/render.tsx',
].map((path) => at(`app/plugins/${path}`));
/** A form's rich text: other screens load it when one of their forms has one, and only then. */
const IN_FORMS = at('app/writing/rich-text-field.tsx');

const VIEWS = globSync('app/plugins/*/render.tsx', { cwd: at('.') }).map(at);

/** The name of the file that a module goes into; null where that is left to the bundler. */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let parts: ReturnType<typeof partsOf> | undefined;
  return (id, modules) => {
    parts ??= partsOf(modules);
    const { start, editor, elsewhere, text, inForms, views } = parts;
    if (start.has(id)) return 'start';
    if (inForms.has(id) && editor.has(id) && !elsewhere.has(id)) return 'writing';
    // Shared by the editor and other screens, which must not load the editor with it.
    if (editor.has(id)) return elsewhere.has(id) ? 'screens' : 'editor';
    if (elsewhere.has(id)) return null;
    if (text.has(id)) return 'rich-text';
    return views.has(id) ? 'views' : null;
  };
}

function partsOf(modules: Modules) {
  const start = reached(modules, [APP], false);
  const screens = [...start].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return {
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
    views: sharedByViews(modules),
  };
}

/** What two views or more have in common: a page of a shop would otherwise have the editor wait for twenty small files. */
function sharedByViews(modules: Modules): ReadonlySet<string> {
  const once = new Set<string>();
  const shared = new Set<string>();
  for (const id of VIEWS.flatMap((view) => [...reached(modules, [view], false)]))
    (once.has(id) ? shared : once).add(id);
  return shared;
}
