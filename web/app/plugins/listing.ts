/**
 * Whether search engines list a page, by what stands in its own columns. The sitemap's twin:
 * services/content/content/documents/listing.py.
 */
import { indexOf } from '../page/tree.ts';
import type { Id, Page, PageRender } from '../page/types.ts';
import type { PluginManifest } from './contract.ts';
import { manifests } from './registry/manifests.ts';

const HOME = '/';

/**
 * The plugin for which a page is left out: what it shows is each visitor's own. None leaves out the home page, nor a page on
 * which its service shows something to everybody as well, such as products.
 */
export function unlistedBy({
  page,
  plugins,
}: Pick<PageRender, 'page' | 'plugins'>): PluginManifest | undefined {
  if (page.url === HOME) return undefined;
  const shown = [...ownPlugins(page)].flatMap((id) => manifests.get(plugins[id]?.ref ?? '') ?? []);
  const unlisted = shown.filter(({ isUnlisted }) => isUnlisted);
  const services = unlisted.map(({ requires }) => requires.service);
  const isForAll = shown.some(
    ({ isUnlisted, dataFrom }) => !isUnlisted && dataFrom && services.some((service) => service === dataFrom),
  );
  return isForAll ? undefined : unlisted[0];
}

const known = new WeakMap<Page, ReadonlySet<Id>>();

/** The instances in the page's own columns. Found once for each page object. */
export function ownPlugins(page: Page): ReadonlySet<Id> {
  const found = known.get(page);
  if (found) return found;
  const places = [...indexOf(page).values()];
  const own = new Set(
    places.flatMap(({ node, home }) =>
      home.kind === 'block' && node.type === 'plugin' ? [node.pluginId] : [],
    ),
  );
  known.set(page, own);
  return own;
}
