/**
 * How the code of visitors' pages is cut into files. Left alone, whatever two views share becomes a file of its own; what
 * often stands on pages together is put together here.
 */
import { globSync } from 'node:fs';
import { at, type Modules, reached } from './vite.modules.ts';

/** The plugins' own scripts, by the names of their files: a page loads those of its own plugins. */
const SCRIPTS = Object.fromEntries(
  globSync('app/plugins/*/script.ts', { cwd: at('.') }).map((path) => [
    `script-${path.split(/[\\/]/)[2]}`,
    at(path),
  ]),
);

export const ENTRIES = {
  visitor: at('app/visitor/main.ts'),
  islands: at('app/visitor/islands.tsx'),
  session: at('app/visitor/session.ts'),
  trackers: at('app/visitor/trackers.ts'),
};
/** Pages name the files of their islands, whose bundle therefore imports none of them. */
const VIEWS = Object.fromEntries(
  globSync('app/plugins/*/render.tsx', { cwd: at('.') }).map((path) => [
    `render-${path.split(/[\\/]/)[2]}`,
    at(path),
  ]),
);
export const INPUTS = { ...SCRIPTS, ...ENTRIES, ...VIEWS };

/** By file, pairs of plugins' views that often stand on pages together: a file of what they share weighs less than its parts. */
const SHARED_BY_VIEWS: Record<string, readonly (readonly [string, string])[]> = {
  form: [withCheckout('cms.login/render.tsx'), withCheckout('cms.accountManagement/management.tsx')],
  basket: [
    withCheckout('ecom.basketManagement/render.tsx'),
    withCheckout('ecom.basketSummary/render.tsx'),
    withCheckout('ecom.checkoutSuccess/render.tsx'),
  ],
};
/** What most views share that call services or write numbers, in a file of its own. */
const SHARED = [at('app/api/json.ts'), at('app/words/use-formats.ts')];
/** So small that one file less for the views that have them is worth more than what it costs those that do not. */
const WITH_VIEWS = ['headings.tsx', 'members/awake.tsx', 'shop/was.tsx'].map((path) =>
  at(`app/plugins/${path}`),
);
/** What plugins' own scripts and islands of the shop share: no page with a script needs one of these for long without the other. */
const OF_BASKETS = ['shop/basket.ts', 'shop/publish-event.ts'].map((path) => at(`app/plugins/${path}`));
const PLUGINS = at('app/plugins/');

function withCheckout(view: string): readonly [string, string] {
  return [at(`app/plugins/${view}`), at('app/plugins/ecom.checkout/render.tsx')];
}

/** The name of the file that a module goes into; null where that is left to the bundler. */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let files: ReadonlyMap<string, string> | undefined;
  return (id, modules) => {
    files ??= filesOfViews(modules);
    return files.get(id) ?? null;
  };
}

/** By module: the file that all islands load, and those that some of them share. */
function filesOfViews(modules: Modules): ReadonlyMap<string, string> {
  const { islands, ...others } = ENTRIES;
  // Pages without islands load these: none of them may come with React.
  const plain = reached(modules, [...Object.values(others), ...Object.values(SCRIPTS)], false);
  const files = new Map(OF_BASKETS.map((id) => [id, 'kept-basket']));
  const add = (id: string, file: string) => plain.has(id) || files.has(id) || files.set(id, file);
  for (const id of [...reached(modules, [islands], false), ...WITH_VIEWS])
    if (id !== islands) add(id, 'views');
  for (const id of reached(modules, SHARED, false)) add(id, 'shared');
  for (const [file, pairs] of Object.entries(SHARED_BY_VIEWS)) {
    for (const [one, other] of pairs) {
      const both = reached(modules, [other], false);
      for (const id of reached(modules, [one], false))
        if (id.startsWith(PLUGINS) && both.has(id)) add(id, file);
    }
  }
  return files;
}
