import { PREFETCH_LIFE } from './limits.ts';

/** A fetched page, ready to be swapped in; `url` is where it was found after redirects. */
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
  const page = fetchPage(url).catch(() => undefined);
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
  const ready = fresh(url)?.page;
  prefetched.clear();
  // A prefetch that failed is tried anew.
  return (await ready) ?? fetchPage(url, signal);
}

function fresh(url: URL) {
  const found = prefetched.get(key(url));
  return found && Date.now() - found.at < PREFETCH_LIFE ? found : undefined;
}

function key(url: URL): string {
  return url.pathname + url.search;
}

async function fetchPage(url: URL, signal?: AbortSignal): Promise<FetchedPage | undefined> {
  const response = await fetch(url, { headers: { accept: 'text/html' }, signal });
  if (!response.headers.get('content-type')?.startsWith('text/html')) return undefined;
  const found = new URL(response.url);
  if (found.origin !== location.origin) return undefined;
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
  found.hash = url.hash;
  return parsed.getElementById('page') ? { url: found.href, document: parsed } : undefined;
}
