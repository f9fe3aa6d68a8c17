import { writtenPath } from './address.ts';
import { Answer } from './answer.ts';
import type { SitemapPage } from './content.ts';

/** Screens and services, which no search engine needs to look at. */
const HIDDEN = [
  '/cms-admin',
  '/cms-ecom',
  '/cms-login',
  '/cms-setup',
  '/oauth2/',
  '/api/',
  '/auth/',
  '/cms/',
  '/client/',
  '/crm/',
  '/ecom/',
];
/** Among those, what pages link to: a search engine that may not have it takes them for unstyled. */
const SHOWN = ['/api/client/api/templates/'];
/** The most that one sitemap may hold, as sitemaps.org has it. */
export const LIMITS = { pages: 50_000, bytes: 50 * 1024 * 1024 };
/** How long a sitemap is kept, in milliseconds: saves of a page's contents, which only its date tells, do not drop it. */
export const SITEMAP_LIFE = 10 * 60_000;
/** Of what stands around the addresses. */
const FRAME_BYTES = 256;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export function robotsTxt(publicUrl: string): Answer {
  const lines = [
    'User-agent: *',
    ...HIDDEN.map((path) => `Disallow: ${path}`),
    ...SHOWN.map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ];
  return new Answer(
    200,
    { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    lines.join('\n'),
  );
}

/**
 * The part of the sitemap that the query of an address asks for, 0 for what is at the address without one; undefined for
 * what can be none.
 */
export function sitemapPart(search: string): number | undefined {
  const part = new URLSearchParams(search).get('part');
  if (part === null) return 0;
  return /^[1-9]\d{0,3}$/.test(part) ? Number(part) : undefined;
}

/**
 * The sitemap of the pages whose entries these are (`sitemapParts`): one, or for part 0 an index where they are several;
 * undefined where there is no such part.
 */
export function sitemapXml(parts: readonly string[], publicUrl: string, part: number): Answer | undefined {
  if (part === 0 && parts.length > 1) return xml(indexOf(parts.length, publicUrl));
  const wanted = parts[Math.max(part, 1) - 1];
  return wanted === undefined ? undefined : xml(urlSet(wanted));
}

/** The entries of the pages that anybody may see, of each sitemap that they take together. */
export function sitemapParts(pages: readonly SitemapPage[], publicUrl: string, limits = LIMITS): string[] {
  return partsOf(
    pages.map((page) => entryOf(page, publicUrl)),
    limits,
  ).map((entries) => entries.join(''));
}

function entryOf({ url, search = '', updatedAt }: SitemapPage, publicUrl: string): string {
  const address = escapeXml(new URL(publicUrl + writtenPath(url) + search).href);
  return `<url><loc>${address}</loc><lastmod>${escapeXml(updatedAt)}</lastmod></url>\n`;
}

/** At least one part. An entry has one byte for each character: addresses are escaped. */
function partsOf(entries: readonly string[], limits: typeof LIMITS): string[][] {
  let bytes = FRAME_BYTES;
  let part: string[] = [];
  const parts = [part];
  for (const entry of entries) {
    bytes += entry.length;
    if (part.length === limits.pages || bytes > limits.bytes) {
      part = [];
      parts.push(part);
      bytes = FRAME_BYTES + entry.length;
    }
    part.push(entry);
  }
  return parts;
}

function urlSet(entries: string): string {
  return `<urlset xmlns="${NAMESPACE}">\n${entries}</urlset>`;
}

function indexOf(count: number, publicUrl: string): string {
  const addresses = Array.from({ length: count }, (_, index) => `${publicUrl}/sitemap.xml?part=${index + 1}`);
  const lines = addresses.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`);
  return `<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('')}</sitemapindex>`;
}

function xml(root: string): Answer {
  const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' };
  return new Answer(200, headers, `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`);
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
