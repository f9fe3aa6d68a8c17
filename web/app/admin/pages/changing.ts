/** Changes of pages that need no form: moves, settings of several at once, and their way back. */

import { ifMatch } from '../../api/fetch.ts';
import { pagesUpdate } from '../../api/generated/index.ts';
import type { PageRecord } from '../../api/pages.ts';

type Changes = Partial<Pick<PageRecord, 'url' | 'templateId' | 'config'>> & { isReturn?: boolean };

/** Changes some of a page's settings. ProblemError 412 when the page has been changed since it was read. */
export async function changePage(page: PageRecord, changes: Changes): Promise<PageRecord> {
  const body = { title: page.title, url: page.url, ...changes };
  const { data } = await pagesUpdate({ path: { id: page.id }, headers: ifMatch(page.version), body });
  return data;
}

export const isHome = ({ url }: PageRecord) => url === '/';

/** The service keeps these: the home page, and the two pages for errors that every site has. */
export const isProtected = (page: PageRecord) => isHome(page) || /^\/error\/(?:404|500)$/.test(page.url);

/** The address that a page has below another, or at the top. */
export function addressBelow(page: PageRecord, parent: Pick<PageRecord, 'url'> | undefined): string {
  const last = page.url.slice(page.url.lastIndexOf('/'));
  return parent && parent.url !== '/' ? parent.url + last : last;
}

/** A page's part of the address below its parent; what comes along with another that is moved is left out. */
export const outermost = (pages: PageRecord[]): PageRecord[] =>
  pages.filter((page) => !pages.some((other) => page.url.startsWith(`${other.url}/`)));

export const movePage = (page: PageRecord, parent: Pick<PageRecord, 'url'> | undefined) =>
  changePage(page, { url: addressBelow(page, parent) });

/** Takes a move back, with what came along, and leaves no redirect. */
export const returnPage = (page: PageRecord, before: PageRecord) =>
  changePage(page, { url: before.url, isReturn: true });

export const withMenu = (page: PageRecord, visible: boolean) =>
  changePage(page, { config: { ...page.config, menu: { ...page.config.menu, visible } } });

export const withAudience = (page: PageRecord, names: string[]) =>
  changePage(page, { config: { ...page.config, scopeWhitelist: names.length > 0 ? names : undefined } });
