/** A redirect as the form holds it, and the way to and from the wire. */
import type { UrlMapIn, UrlMapOut } from '../../api/generated/index.ts';

export type ResponseCode = UrlMapOut['responseCode'];

export const GONE = '410';

export interface UrlMapValues {
  source: string;
  destination: string;
  responseCode: string;
  [name: string]: unknown;
}

/** `source` is what a new redirect begins with. */
export function valuesOf(urlMap: UrlMapOut | undefined, source = ''): UrlMapValues {
  return {
    source: urlMap?.source ?? source,
    destination: urlMap?.destination ?? '',
    responseCode: String(urlMap?.responseCode ?? 301),
  };
}

/** What is sent; `origin` is the site's own address, of which paths may be pasted whole. */
export function inputOf(values: UrlMapValues, origin: string): UrlMapIn {
  return {
    source: pathIn(values.source, origin),
    destination: values.responseCode === GONE ? null : pathIn(values.destination, origin),
    responseCode: Number(values.responseCode) as ResponseCode,
  };
}

/** `https://our-site.example/about` → `/about`. */
function pathIn(text: string, origin: string): string {
  const typed = text.trim();
  return typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;
}
