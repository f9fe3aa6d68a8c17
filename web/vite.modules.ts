import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Module {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** What a build knows of its modules. */
export interface Modules {
  getModuleInfo(id: string): Module | null;
}

/** The id that the build gives to a file of this folder. */
export const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * All that modules import, themselves included; `isLate` adds what they import when they first need it. What is in `but` is
 * left out, and so is what is imported by way of it alone.
 */
export function reached(
  modules: Modules,
  roots: readonly string[],
  isLate: boolean,
  but: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const found = new Set<string>(roots);
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    const imported = (info?.importedIds ?? []).flatMap((next) =>
      throughBarrel(modules, id, info?.code ?? '', next),
    );
    for (const next of [...imported, ...((isLate && info?.dynamicallyImportedIds) || [])])
      if (!but.has(next)) found.add(next);
  }
  return found;
}

/**
 * Modules that re-export the names of hundreds of others: those of some libraries, and of the generated
 * client. A module that imports one button from there does not need the rest, which the bundler leaves out or
 * puts where it is used.
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
  if (behind.size === 0) throw new Error(`${id} hands nothing on any more; see vite.modules.ts`);
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
