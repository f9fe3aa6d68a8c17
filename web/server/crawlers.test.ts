import { describe, expect, it } from 'vitest';
import { LIMITS, robotsTxt, sitemapPart, sitemapParts, sitemapXml } from './crawlers.ts';

const SITE = 'https://example.org';
const pagesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: `/page-${index + 1}`,
    updatedAt: '2026-01-02T03:04:05Z',
  }));
const read = (count: number, search = '', limits = { ...LIMITS, pages: 10 }) => {
  const part = sitemapPart(search);
  if (part === undefined) return undefined;
  return sitemapXml(sitemapParts(pagesUpTo(count), SITE, limits), SITE, part)?.text;
};
const addressesIn = (text = '') =>
  [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);

describe('robotsTxt', () => {
  it('lets search engines have the styles and scripts that pages link to, but no services', () => {
    const lines = robotsTxt(SITE).text.split('\n');
    // The longest rule that fits counts.
    const ruleFor = (path: string) =>
      lines
        .map((line) => line.split(': '))
        .filter(([, prefix]) => prefix?.startsWith('/') && path.startsWith(prefix))
        .sort(([, one = ''], [, other = '']) => other.length - one.length)[0]?.[0];
    expect(ruleFor('/api/client/api/templates/one/css/external?v=1')).toBe('Allow');
    expect(ruleFor('/api/content/client/pages')).toBe('Disallow');
    expect(ruleFor('/cms-admin/pages')).toBe('Disallow');
    expect(ruleFor('/about')).toBeUndefined();
  });
});

describe('sitemapXml', () => {
  it('is one sitemap while one may hold all', () => {
    expect(LIMITS.pages).toBe(50_000);
    const text = read(10);
    expect(text).toContain('<urlset ');
    expect(addressesIn(text)).toHaveLength(10);
  });

  it('is an index beyond that, whose parts together have each page once', () => {
    const text = read(21);
    expect(text).toContain('<sitemapindex ');
    const parts = addressesIn(text);
    expect(parts).toEqual([1, 2, 3].map((number) => `${SITE}/sitemap.xml?part=${number}`));
    const found = parts.flatMap((part) => addressesIn(read(21, new URL(part).search)));
    expect(found).toEqual(pagesUpTo(21).map(({ url }) => SITE + url));
    expect(addressesIn(read(11)).length, 'an index of two').toBe(2);
  });

  it('keeps each part under the bytes that it may have', () => {
    const limits = { pages: 1_000, bytes: 4_000 };
    const parts = addressesIn(read(100, '', limits)).map((part) => read(100, new URL(part).search, limits));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(Buffer.byteLength(part ?? '')).toBeLessThanOrEqual(limits.bytes);
    expect(LIMITS.bytes).toBe(52_428_800);
  });

  it('counts the bytes of each part anew', () => {
    const pages = pagesUpTo(10).map((page) => ({ ...page, url: page.url + 'x'.repeat(1_000) }));
    const parts = sitemapParts(pages, SITE, { pages: 1_000, bytes: 4_000 });
    expect(parts.map((part) => addressesIn(part).length)).toEqual([3, 3, 3, 1]);
  });

  it('lets no address out of its element', () => {
    const search = `?${new URLSearchParams({ product: 'a & b' })}&x=<y>'`;
    const text = sitemapParts([{ url: '/a&b', search, updatedAt: '2026' }], SITE).join('');
    expect(text).toContain('<loc>https://example.org/a&#38;b?product=a+%26+b&#38;x=%3Cy%3E%27</loc>');
  });

  it.each(['0', '2', '-1', '1e0', '', 'x'])('has no part %j of one', (part) => {
    expect(read(1, `?part=${part}`)).toBeUndefined();
  });

  it('lists no page for a site that has none', () => {
    expect(addressesIn(read(0))).toEqual([]);
  });
});
