/**
 * How the code of the screens is cut into files. Left alone, whatever two screens share becomes a file of its own: the
 * editor and each screen of the admin then wait for dozens of them, six at a time. What is loaded together anyway is put
 * together here.
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
/** The frame of the admin and its first screen. */
const ADMIN = ['admin-shell.tsx', 'dashboard/dashboard.tsx'].map((path) => at(`app/admin/${path}`));
/** What draws each other screen. */
const ADMIN_SCREEN = at('app/admin/admin-screen.tsx');
/** The login and the other screens for users who are not logged in. */
const DOORS = globSync('app/routes/*-screen.tsx', { cwd: at('.') }).map(at);
const ADMIN_SCREENS = globSync('app/admin/*/{resource,screen}.tsx', { cwd: at('.') }).map(at);
/** What so many screens of the admin share is loaded with all of them. */
const MANY = 3;

const VIEWS = globSync('app/plugins/*/render.tsx', { cwd: at('.') }).map(at);

/** The name of the file that a module goes into; null where that is left to the bundler. */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let parts: ReturnType<typeof partsOf> | undefined;
  return (id, modules) => {
    parts ??= partsOf(modules);
    const { start, editor, elsewhere, text, inForms, views, doors, admin, adminScreens, late } = parts;
    if (start.has(id)) return 'start';
    if (inForms.has(id) && editor.has(id) && !elsewhere.has(id)) return 'writing';
    // Shared by the editor and other screens, which must not load the editor with it.
    if (editor.has(id)) return elsewhere.has(id) ? 'screens' : 'editor';
    if (adminScreens.has(id)) {
      // Shared with the login, and with the editor's dialogs: neither may load the admin with it.
      if (doors.has(id)) return 'fields';
      if (late.has(id)) return 'forms';
      return admin.has(id) ? 'admin' : 'admin-screen';
    }
    if (elsewhere.has(id)) return null;
    if (text.has(id)) return 'rich-text';
    return views.has(id) ? 'views' : null;
  };
}

function partsOf(modules: Modules) {
  const start = reached(modules, [APP], false);
  const admin = reached(modules, ADMIN, false);
  const screens = [...start].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return {
    start,
    editor: reached(modules, [EDITOR], false),
    elsewhere: reached(
      modules,
      screens.filter((id) => id !== EDITOR),
      true,
      new Set([IN_FORMS]),
    ),
    inForms: reached(modules, [IN_FORMS], false),
    text: reached(modules, RICH_TEXT, false),
    // A page of a shop would otherwise have the editor wait for twenty small files.
    views: sharedBy(modules, VIEWS, 2),
    doors: reached(modules, DOORS, false),
    admin,
    adminScreens: new Set([
      ...admin,
      ...reached(modules, [ADMIN_SCREEN], false),
      ...sharedBy(modules, ADMIN_SCREENS, MANY),
    ]),
    // Not by way of the router, which leads to the admin.
    late: reached(modules, [EDITOR], true, start),
  };
}

/** What so many of the roots, or more, have in common. */
function sharedBy(modules: Modules, roots: readonly string[], least: number): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const id of roots.flatMap((root) => [...reached(modules, [root], false)]))
    times.set(id, (times.get(id) ?? 0) + 1);
  return new Set([...times].filter(([, number]) => number >= least).map(([id]) => id));
}
