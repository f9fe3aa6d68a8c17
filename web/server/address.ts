const LONGEST = 2048;
const ORIGIN = 'http://site';

/** What a request's address asks for, before anybody is asked about it. */
export type Address =
  /** `path` is decoded, as pages know it; `key` is its one spelling, by which finished pages are kept. */
  | { kind: 'page'; path: string; key: string; search: string }
  /** Another spelling of a page's address. */
  | { kind: 'redirect'; location: string }
  /** Not an address: 400. */
  | { kind: 'broken' }
  /** An address that no page can have: 404. */
  | { kind: 'nothing' };

/** A path as addresses have it: nothing in it begins a query or a fragment. */
export function writtenPath(path: string): string {
  return encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** Takes a request's target apart. Never throws, whatever was sent. */
export function parseAddress(target: string): Address {
  const [raw = '', search = ''] = split(target);
  if (!raw.startsWith('/')) return { kind: 'broken' };
  if (raw.length > LONGEST) return { kind: 'nothing' };
  const path = decoded(raw);
  if (path === undefined) return { kind: 'broken' };
  // A backslash would be read as a slash by browsers when it comes back in a Location.
  if (/[\u0000-\u001f\u007f\\]/.test(path) || path.split('/').some((part) => part === '.' || part === '..')) {
    return { kind: 'nothing' };
  }
  const tidy = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const key = new URL(writtenPath(tidy), ORIGIN).pathname;
  return tidy === path ? { kind: 'page', path, key, search } : { kind: 'redirect', location: key + search };
}

/**
 * What goes into a Location for an address that editors chose: a path of this site or an absolute http(s) address,
 * in ASCII. Undefined for anything else.
 *
 * Browsers hand the fragment of the address that was asked for on to a Location without one, and mails have secrets
 * there. An address of another site gets an empty one, so that its scripts read nothing. `origins` are the site's own.
 */
export function redirectLocation(url: string, origins: ReadonlySet<string>): string | undefined {
  if (!URL.canParse(url, ORIGIN)) return undefined;
  const parsed = new URL(url, ORIGIN);
  if (/^https?:\/\//i.test(url)) {
    const isBare = !parsed.href.includes('#') && !origins.has(parsed.origin);
    return isBare ? `${parsed.href}#` : parsed.href;
  }
  // `//other.example` and `/\other.example` begin like paths and are none; `/.//other.example` would be none once
  // it has been resolved here.
  const isPath = url.startsWith('/') && parsed.origin === ORIGIN && !parsed.pathname.startsWith('//');
  return isPath ? parsed.pathname + parsed.search + parsed.hash : undefined;
}

function split(target: string): [path: string, search: string] {
  const mark = target.indexOf('?');
  if (mark < 0) return [target, ''];
  // It may come back in a Location, which is ASCII.
  return [target.slice(0, mark), target.slice(mark).replace(/[^!-~]/g, encodeURIComponent)];
}

function decoded(raw: string): string | undefined {
  try {
    const path = decodeURIComponent(raw);
    return path.isWellFormed() ? path.normalize('NFC') : undefined;
  } catch {
    return undefined;
  }
}
