/** What views are told beside their own fields. */
import { directionOf } from '#words/languages.ts';
import { WINDOW } from '../page/rooms.ts';
import type { Page, PluginInstance, ShownFiles, Site } from '../page/types.ts';
import type { Query, ViewContext, ViewPlace, ViewProps } from '../plugins/contract.ts';

/** What drawing needs of an instance. */
export type DrawnPlugin = Pick<PluginInstance, 'id' | 'ref' | 'fields' | 'data' | 'files'>;

const NO_FILES: ShownFiles = {};

/** Where nothing is known of the place. */
export const ANYWHERE: ViewPlace = { room: WINDOW, hasFirstImage: false, isForEditor: false };

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
export function viewPropsOf(
  plugin: DrawnPlugin,
  position: number,
  context: ViewContext,
  place: ViewPlace = ANYWHERE,
): ViewProps {
  const { id, ref, fields, data, files = NO_FILES } = plugin;
  return { id, ref, fields, data, files, position, ...context, ...place };
}
