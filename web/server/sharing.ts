import { hash } from 'node:crypto';

/** For a cache that is not told of changes: about as late as hosts that have missed a wake. */
const BRIEFLY = 's-maxage=1';
/**
 * For a cache that is told of them. Long enough to be asked for little; what a change was missed of is no older than this.
 */
const UNTIL_TOLD = 's-maxage=3600, stale-while-revalidate=60';
/** Browsers keep it and ask each time whether it is still the same. */
const FOR_ALL = 'public, max-age=0, ';
/** About 4 KB of them. Varnish takes 8 KB of one header, other caches 16. */
const MOST_TAGS = 400;

/** What every page carries, so that all of them can be purged by one key. */
export const EVERYTHING = 'everything';

/** Headers of a page that caches in front of the site may keep. */
export type SharedHeaders = Readonly<Record<string, string>>;

/** The key that caches in front know a tag by: short, without ids, and without what separates keys in headers. */
export function keyOf(tag: string): string {
  return tag === EVERYTHING ? tag : hash('sha1', tag, 'base64url').slice(0, 8);
}

/**
 * The headers that let caches in front keep a page that is the same for everybody. With `isPurged` they are told of
 * changes by key, in the two headers that there are for it; undefined for a page that depends on too much for one header.
 */
export function sharedHeaders(tags: readonly string[], isPurged: boolean): SharedHeaders | undefined {
  if (!isPurged) return { 'Cache-Control': FOR_ALL + BRIEFLY };
  if (tags.length > MOST_TAGS) return undefined;
  const keys = [EVERYTHING, ...tags].map(keyOf);
  return {
    'Cache-Control': FOR_ALL + UNTIL_TOLD,
    'Cache-Tag': keys.join(','),
    'Surrogate-Key': keys.join(' '),
  };
}

/** The same for a form of the page that a better one is about to follow. */
export function briefly(headers: SharedHeaders): SharedHeaders {
  return { ...headers, 'Cache-Control': FOR_ALL + BRIEFLY };
}
