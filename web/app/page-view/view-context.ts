/** What views are told beside their own fields. */
import { directionOf } from '#words/languages.ts';
import { WINDOW } from '../page/rooms.ts';
import type { Page, PluginInstance, ShownFiles, Site } from '../page/types.ts';
import type { Query, ViewContext, ViewPlace, ViewProps } from '../plugins/contract.ts';
import { schemeOf } from './dark-mode.ts';

/** What drawing needs of an instance. */
export type DrawnPlugin = Pick<PluginInstance, 'id' | 'ref' | 'fields' | 'data' | 'files'>;

const NO_FILES: ShownFiles = {};

/** Where nothing is known of the place. */
export const ANYWHERE: ViewPlace = { room: WINDOW, hasFirstImage: false, isForEditor: false };

/** The context of a page's views. Whether visitors decide if it is light or dark is in the CSS of its template. */
export function viewContext(
  site: Site,
  page: Pick<Page, 'url' | 'title' | 'displayTitle'>,
  query: Query = {},
  templateCss = '',
): ViewContext {
  const { name, language, currency, timeZone, followsDarkMode } = site;
  const scheme = schemeOf(templateCss, followsDarkMode);
  return {
    site: { name, language, dir: directionOf(language), currency, timeZone, scheme },
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
