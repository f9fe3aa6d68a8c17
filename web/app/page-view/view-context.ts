/** What views are told beside their own fields. */
import { directionOf } from '#words/languages.ts';
import type { Page, PluginInstance, Site } from '../page/types.ts';
import type { Query, ViewContext, ViewProps } from '../plugins/contract.ts';

/** What drawing needs of an instance. */
export type DrawnPlugin = Pick<PluginInstance, 'id' | 'ref' | 'fields' | 'data'>;

/** The context of a page's views. */
export function viewContext(
  site: Site,
  page: Pick<Page, 'url' | 'title' | 'displayTitle'>,
  query: Query = {},
): ViewContext {
  const { name, language, currency, timeZone } = site;
  return {
    site: { name, language, dir: directionOf(language), currency, timeZone },
    page: { url: page.url, title: page.displayTitle || page.title },
    query,
  };
}

/** The props of one instance's view. */
export function viewPropsOf(plugin: DrawnPlugin, position: number, context: ViewContext): ViewProps {
  const { id, ref, fields, data } = plugin;
  return { id, ref, fields, data, position, ...context };
}
