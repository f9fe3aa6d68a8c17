/** What the palette and the `/` menu offer: the site's plugins, searched by their words. */
import type { Site } from '../../page/types.ts';
import type { PluginManifest } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

/** Plugins that this site can create, by label. */
export function offeredPlugins(site: Site | undefined): PluginManifest[] {
  const has = { ecom: site?.hasEcom ?? false, crm: site?.hasCRM ?? false };
  return [...manifests.values()]
    .filter((manifest) => !manifest.requires || has[manifest.requires])
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** Every word of the query begins a word of what is searched. */
export function isFound(query: string, texts: readonly string[]): boolean {
  const words = texts.join(' ').toLowerCase().split(/[\s.]+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
    .every((part) => words.some((word) => word.startsWith(part)));
}

export function findPlugins(plugins: readonly PluginManifest[], query: string): PluginManifest[] {
  return plugins.filter((plugin) => isFound(query, [plugin.label, plugin.tooltip, plugin.ref, ...plugin.keywords]));
}
