/** Pages as the admin and the editor's dialogs list and change them. */
import { ifMatch } from './fetch.ts';
import { pagesGetOptions, pagesListOptions } from './generated/@tanstack/react-query.gen.ts';
import {
  type PageCreate,
  type PageOut,
  type PagesListData,
  pagesCreate,
  pagesCreateForShop,
  pagesDelete,
  pagesUpdate,
} from './generated/index.ts';

export type PageRecord = PageOut;
/** What the form settles; the rest of PageCreate is the service's to choose. */
export type PageInput = Required<
  Pick<PageCreate, 'title' | 'url' | 'meta' | 'config' | 'linkedData' | 'trackers'>
> & {
  /** Left out, a new page has the site's default and another keeps its own. */
  layoutId?: string;
  templateId?: string;
};

interface PageChange extends PageInput {
  /** Whether the pages below its address move along to another one. */
  moveDescendants: boolean;
}

/** Start of the key of every query for pages: invalidate by it. */
export const pagesKey = [{ tags: ['pages'] }];

export const listPagesOptions = (query: PagesListData['query']) => pagesListOptions({ query });

export const getPageOptions = (id: string) => pagesGetOptions({ path: { id } });

export async function createPage(body: PageInput): Promise<PageRecord> {
  const { data } = await pagesCreate({ body });
  return data;
}

/** Makes the pages that the shop lacks, all or none; those that were made. */
export async function createShopPages(): Promise<PageRecord[]> {
  const { data } = await pagesCreateForShop();
  return data;
}

/** ProblemError 412 when the page has been changed since `page` was read. */
export async function updatePage(page: PageRecord, body: PageChange): Promise<PageRecord> {
  const { data } = await pagesUpdate({ path: { id: page.id }, headers: ifMatch(page.version), body });
  return data;
}

/** Outlives the page that it is sent from: a delayed deletion is sent on leaving. Visitors are sent to `destination`. */
export async function deletePage(page: PageRecord, destination?: string): Promise<void> {
  await pagesDelete({
    path: { id: page.id },
    query: { destination },
    headers: ifMatch(page.version),
    keepalive: true,
  });
}
