/** What all views of a page are told. */
import { directionOf } from '#words/languages.ts';
import type { Page, Site } from '../page/types.ts';
import type { ViewContext } from '../plugins/contract.ts';
import { schemeOf } from './dark-mode.ts';

/** The context of a page's views. Whether visitors decide if it is light or dark is in the CSS of its template. */
export function viewContext(
  site: Site,
  page: Pick<Page, 'url' | 'title' | 'displayTitle'>,
  { query = {}, namingPages = {} }: Partial<Pick<ViewContext, 'query' | 'namingPages'>> = {},
  templateCss = '',
): ViewContext {
  const { name, language, currency, timeZone, followsDarkMode } = site;
  const scheme = schemeOf(templateCss, followsDarkMode);
  return {
    site: { name, language, dir: directionOf(language), currency, timeZone, scheme },
    page: { url: page.url, title: page.displayTitle || page.title },
    query,
    namingPages,
  };
}
