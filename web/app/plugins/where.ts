/**
 * Where a page is, asked by views of links. Who asks this way, rather than by the page's address, is drawn once for all
 * pages of which the answers are the same: see ssr/cached-nodes.tsx.
 */
import type { ViewContext } from './contract.ts';

type ViewPage = ViewContext['page'];

/** A page that notes what is read of it. */
export interface ObservedPage {
  page: ViewPage;
  /** The addresses that were asked about. */
  asked: ReadonlySet<string>;
  /** Whether its address or its title was read. */
  wasRead: () => boolean;
}

const questions = new WeakMap<ViewPage, { url: string; asked: Set<string> }>();

/** Whether this is the address of the page. */
export function isAt(page: ViewPage, url: string): boolean {
  return urlFor(page, url) === url;
}

/** Whether the page lies below this address. All lie below the first page, which therefore says nothing of them. */
export function isBelow(page: ViewPage, url: string): boolean {
  return url !== '/' && urlFor(page, url).startsWith(`${url}/`);
}

/** The page's address, for a question about another one. */
function urlFor(page: ViewPage, asked: string): string {
  const observed = questions.get(page);
  if (!observed) return page.url;
  observed.asked.add(asked);
  return observed.url;
}

/** The same page, observed. */
export function observed({ url, title }: ViewPage): ObservedPage {
  const asked = new Set<string>();
  let isRead = false;
  const read = (value: string) => {
    isRead = true;
    return value;
  };
  const page: ViewPage = {
    get url() {
      return read(url);
    },
    get title() {
      return read(title);
    },
  };
  questions.set(page, { url, asked });
  return { page, asked, wasRead: () => isRead };
}

/** What `isAt` and `isBelow` say of these addresses on the page with this one. Pages with the same answers have the same. */
export function answersOf(url: string, asked: ReadonlySet<string>): string {
  const found: string[] = [];
  for (let end = url.indexOf('/'); end >= 0; end = url.indexOf('/', end + 1)) {
    const above = url.slice(0, end);
    if (asked.has(above)) found.push(above);
  }
  return JSON.stringify([found, asked.has(url) ? url : null]);
}
