import { PREFETCH_LIFE } from '../limits.ts';

/** A fetched page, ready to be swapped in, and its address. */
export interface FetchedPage {
  url: string;
  document: Document;
}

/** A document weighs some hundred kilobytes in memory; a visitor goes to one of them. */
const MOST_PREFETCHED = 4;
const prefetched = new Map<string, { page: Promise<FetchedPage | undefined>; at: number }>();

/** Fetches a page that the visitor is about to ask for. A page fetched shortly before is not fetched again. */
export function prefetch(url: URL): void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData || fresh(url)) return;
  const page = fetchPage(url, { isAhead: true }).catch(() => undefined);
  prefetched.delete(key(url));
  prefetched.set(key(url), { page, at: Date.now() });
  // The oldest first: a map is in the order in which it was filled.
  if (prefetched.size > MOST_PREFETCHED) prefetched.delete(prefetched.keys().next().value as string);
  setTimeout(() => {
    if (prefetched.get(key(url))?.page === page) prefetched.delete(key(url));
  }, PREFETCH_LIFE);
}

/** The page at `url`, or undefined for what is no page of this site: then the browser has to load it. */
export async function takePage(url: URL, signal: AbortSignal): Promise<FetchedPage | undefined> {
  const ahead = fresh(url)?.page;
  prefetched.clear();
  const page = await ahead;
  // It may have been fetched for another place of it. One that could not be is tried anew.
  return page ? { ...page, url: url.href } : fetchPage(url, { signal });
}

function fresh(url: URL) {
  const found = prefetched.get(key(url));
  return found && Date.now() - found.at < PREFETCH_LIFE ? found : undefined;
}

function key(url: URL): string {
  return url.pathname + url.search;
}

interface Fetching {
  signal?: AbortSignal;
  /** Before anybody has asked for it. */
  isAhead?: boolean;
}

async function fetchPage(url: URL, { signal, isAhead }: Fetching): Promise<FetchedPage | undefined> {
  // Scripts may not set Sec-Purpose, by which browsers say the same.
  const headers = { accept: 'text/html', ...(isAhead && { purpose: 'prefetch' }) };
  // A browser would take what a cache may show while it asks anew. It asks in any case, and is told of what it has.
  const response = await fetch(url, { headers, signal, cache: 'no-cache' });
  // A redirect may lead to an anchor, of which scripts are not told.
  if (response.redirected) return undefined;
  // The site counts who comes to a missing page: asked again, this one is counted.
  if (isAhead && !response.ok) return undefined;
  if (!response.headers.get('content-type')?.startsWith('text/html')) return undefined;
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
  return parsed.getElementById('page') ? { url: url.href, document: parsed } : undefined;
}
