/** The server's bundle: what the web host loads to turn a page render into HTML. */
import type { PageRender } from './page/types.ts';
import { viewContext } from './page-view/view-context.ts';
import { viewPropsOf } from './page-view/view-props.ts';
import type { PluginManifest, PostProps, PostResult } from './plugins/contract.ts';
import { declaredParameters } from './plugins/query.ts';
import { manifests } from './plugins/registry/manifests.ts';
import { posts } from './plugins/registry/posts.ts';

export { languageFor } from '#words/languages.ts';
export { POSTED_PLUGIN } from './plugins/posted-plugin.ts';
export { canonicalSearch, normalisedQuery, type Parameters } from './plugins/query.ts';
export { scriptRefs } from './plugins/registry/scripts.ts';
export type { RenderAssets } from './ssr/assets.ts';
export {
  type ErrorText,
  errorDocument,
  errorTexts,
  formFailed,
  withDefaultBlock,
  withErrorContent,
} from './ssr/errors.tsx';
export { outsideOf } from './ssr/outside.ts';
export { type HtmlParts, isKeepable, renderParts } from './ssr/render.tsx';

export function manifestOf(ref: string): PluginManifest | undefined {
  return manifests.get(ref);
}

/** Every parameter of an address that some plugin reads. */
export const parameters = declaredParameters(manifests.values());

/** Whether the form of an instance that a page shows may have files; undefined where there is no such instance or no form. */
export function takesFiles({ plugins }: PageRender, pluginId: string): boolean | undefined {
  const plugin = Object.hasOwn(plugins, pluginId) ? plugins[pluginId] : undefined;
  if (!plugin || !posts.has(plugin.ref)) return undefined;
  return manifests.get(plugin.ref)?.takesFiles ?? false;
}

/** What answers the form of an instance that a page shows; undefined where there is no such instance or no form. */
export function postOf(
  { page, plugins, site, query, namingPages }: PageRender,
  pluginId: string,
): ((sent: Pick<PostProps, 'form' | 'search' | 'call' | 'pass'>) => Promise<PostResult>) | undefined {
  const plugin = Object.hasOwn(plugins, pluginId) ? plugins[pluginId] : undefined;
  const post = plugin && posts.get(plugin.ref);
  if (!post) return undefined;
  return (sent) =>
    post({ ...viewPropsOf(plugin, 0, viewContext(site, page, { query, namingPages })), ...sent });
}
