import { OWN_POLICY } from './content-policy.ts';

const HTML = 'text/html; charset=utf-8';
/** Of a page that was made for one person, or at one moment: for caches that would take the second word alone. */
export const FOR_NOBODY_ELSE = 'private, no-store';
/** Seconds after which to ask again for what is away. */
export const RETRY_AFTER = '5';

/** The headers of a page. `vary`: what it depends on beside its address; `policy`: what it may load. */
export function headersOf(
  status: number,
  cacheControl: 'no-cache' | 'no-store',
  vary: string,
  policy: string = OWN_POLICY,
): Record<string, string> {
  const headers = {
    'Content-Type': HTML,
    'Cache-Control': cacheControl === 'no-store' ? FOR_NOBODY_ELSE : cacheControl,
    Vary: vary,
    'Content-Security-Policy': policy,
  };
  return status === 503 ? { ...headers, 'Retry-After': RETRY_AFTER } : headers;
}

/**
 * The pages that serve errors say so, also to those who open them directly: they are nothing to be found. Nor is a page at
 * an address that names something which is not there.
 */
export function statusOf(path: string, isMissing = false): number {
  const status = Number(/^\/error\/([45]\d\d)$/.exec(path)?.[1]);
  return status || (isMissing ? 404 : 200);
}
