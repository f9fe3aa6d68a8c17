/**
 * Says which packages the web host needs when it runs, one folder a line: what `server/` imports, and what that needs
 * in turn. All else in node_modules is for the build. Run by the host's image: `node scripts/runtime-packages.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  link?: boolean;
}

/** `package-lock.json` of npm, of which only the packages' places and needs are read. */
export interface Lock {
  packages: Record<string, Locked>;
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'([^'.#/][^']*)'|require\.resolve\([`']([^`'$]+)/g;

/** The packages that a module's text imports by name, without Node's own. A family whose member is chosen later ends in `/`. */
export function importedPackages(source: string): string[] {
  const names = [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
  const packages = names.map((name) => (name.endsWith('/') ? name : packageOf(name)));
  return [...new Set(packages.filter((name) => !isBuiltin(name)))].sort();
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The folders of the packages and of all that they need, as Node would find them from each. */
export function closure(names: string[], lock: Lock): string[] {
  const found = new Set<string>();
  const add = (name: string, from: string, isOptional: boolean) => {
    const place = placeOf(name, from, lock);
    if (!place) {
      if (isOptional) return;
      throw new Error(`${name} is imported, and package-lock.json does not have it`);
    }
    if (found.has(place)) return;
    found.add(place);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = lock.packages[place] ?? {};
    for (const each of Object.keys(dependencies)) add(each, place, each in optionalDependencies);
    for (const each of Object.keys({ ...optionalDependencies, ...peerDependencies })) add(each, place, true);
  };
  for (const name of names) {
    const members = name.endsWith('/')
      ? Object.keys(lock.packages)
          .filter((place) => place.startsWith(`node_modules/${name}`))
          .map((place) => place.slice('node_modules/'.length))
      : [name];
    for (const member of members) add(member, '', false);
  }
  return [...found].sort();
}

/** Where Node finds a package that is imported from a place: in the nearest node_modules above it. */
function placeOf(name: string, from: string, lock: Lock): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))) {
    const place = above ? `${above}/node_modules/${name}` : `node_modules/${name}`;
    if (lock.packages[place]) return place;
    if (!above) return undefined;
  }
}

/** The packages that the host imports by itself; its bundle has its own within it. */
export function importsOfHost(): string[] {
  const folder = new URL('../server/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return [
    ...new Set(files.flatMap((name) => importedPackages(readFileSync(new URL(name, folder), 'utf8')))),
  ].sort();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const at = (name: string) => new URL(`../${name}`, import.meta.url);
  const lock: Lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  // Those for other systems are in the lock and were not installed.
  const folders = closure(importsOfHost(), lock).filter((folder) => existsSync(at(folder)));
  process.stdout.write(`${folders.join('\n')}\n`);
}
