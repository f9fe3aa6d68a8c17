import type { IncomingMessage } from 'node:http';
import type { Occasion } from './content.ts';

/** What of a request decides how it is counted. */
export function occasionOf({ headers }: IncomingMessage): Occasion {
  const forwarded = headers['x-forwarded-for'];
  return {
    ...(typeof forwarded === 'string' && { forwardedFor: forwarded }),
    ...(isPrefetch(headers) && { isPrefetch: true }),
    ...(headers['sec-fetch-dest'] === 'empty' && { isFetched: true }),
  };
}

/** Browsers say so in the first of these when they fetch ahead of a click; the visitor's script may not, and says the other. */
function isPrefetch(headers: IncomingMessage['headers']): boolean {
  return /^prefetch\b/.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''));
}
