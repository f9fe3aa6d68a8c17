import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Answer } from './answer.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const COMPRESSED = /\.(?:br|gz)$/;
// The build's names hold a hash of the content, so they never change what they stand for.
const FOR_GOOD = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

/** The built files, read once when the host starts, with the compressed forms that the build put beside them. */
export function loadAssets(root: URL): Map<string, Answer> {
  const assets = new Map<string, Answer>();
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(path)];
    if (!type || COMPRESSED.test(path) || path === 'manifest.json') continue;
    const lifetime = path.startsWith('assets/') ? FOR_GOOD : A_DAY;
    const asset = new Answer(
      200,
      { 'Content-Type': type, 'Cache-Control': lifetime },
      readFileSync(new URL(path, root)),
    );
    addCompressed(asset, new URL(path, root));
    assets.set(`/${path}`, asset);
  }
  return assets;
}

function addCompressed(asset: Answer, file: URL): void {
  const br = new URL(`${file.href}.br`);
  const gz = new URL(`${file.href}.gz`);
  if (existsSync(br)) asset.add('br', readFileSync(br));
  if (existsSync(gz)) asset.add('gzip', readFileSync(gz));
}

interface ManifestEntry {
  file: string;
  name?: string;
  css?: string[];
  /** What its style sheets name. */
  assets?: string[];
  imports?: string[];
}
export type Manifest = Record<string, ManifestEntry>;

/** Files to be fetched in one go. */
export interface LoadedFiles {
  scripts: string[];
  styles: string[];
  fonts: string[];
}

/** What a document must name to load one of the build's entries. */
export interface EntryFiles {
  script: string;
  /** What it imports at once. */
  imported: LoadedFiles;
}

export function readManifest(root: URL): Manifest {
  return JSON.parse(readFileSync(new URL('manifest.json', root), 'utf8'));
}

/** Throws an Error for an entry that the build does not have. */
export function entryFiles(manifest: Manifest, name: string): EntryFiles {
  const entry = manifest[name];
  if (!entry) throw new Error(`The web build has no ${name}. Run: npm run build`);
  const script = `/${entry.file}`;
  const { scripts, ...others } = filesOf(manifest, [entry]);
  return { script, imported: { scripts: scripts.filter((address) => address !== script), ...others } };
}

/** What is loaded with the files of these names, which web/vite.chunks.screens.ts gives. Throws an Error where one is missing. */
export function chunkFiles(manifest: Manifest, names: readonly string[]): LoadedFiles {
  const chunks = names.map((name) => {
    const chunk = Object.values(manifest).find((one) => one.name === name);
    if (!chunk) throw new Error(`The web build has no file called ${name}. Run: npm run build`);
    return chunk;
  });
  return filesOf(manifest, chunks);
}

/** The names of files that a page's islands need, separated by spaces; all lie beside the islands' own script. */
export interface IslandFiles {
  /** Of any island, beside that script. */
  ofAll: string;
  /** And of each plugin's, by ref. */
  byRef: Readonly<Record<string, string>>;
}

const VIEW = /^app\/plugins\/([^/]+)\/render\.tsx$/;

/** Throws an Error where the build has no islands. */
export function islandFiles(manifest: Manifest): IslandFiles {
  const { script, imported } = entryFiles(manifest, 'app/visitor/islands.tsx');
  const known = new Set([script, ...imported.scripts]);
  const names = (files: readonly string[]) => files.map((file) => file.split('/').at(-1)).join(' ');
  const views = Object.entries(manifest).flatMap(([name, entry]) => {
    const ref = VIEW.exec(name)?.[1];
    const needed = filesOf(manifest, [entry]).scripts.filter((file) => !known.has(file));
    return ref ? [[ref, names(needed)]] : [];
  });
  return { ofAll: names(imported.scripts), byRef: Object.fromEntries(views) };
}

/** The entries' files and all that they import, what is imported first. */
function filesOf(manifest: Manifest, entries: readonly ManifestEntry[]): LoadedFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const fonts = new Set<string>();
  const seen = new Set<ManifestEntry>();
  const visit = (entry: ManifestEntry) => {
    if (seen.has(entry)) return;
    seen.add(entry);
    for (const key of entry.imports ?? []) {
      const next = manifest[key];
      if (next) visit(next);
    }
    scripts.add(`/${entry.file}`);
    for (const style of entry.css ?? []) styles.add(`/${style}`);
    for (const asset of entry.assets ?? []) if (asset.endsWith('.woff2')) fonts.add(`/${asset}`);
  };
  entries.forEach(visit);
  return { scripts: [...scripts], styles: [...styles], fonts: [...fonts] };
}
