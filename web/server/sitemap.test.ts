import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { PageCache } from './page-cache.ts';
import { Services } from './services.ts';
import { MOST_NAMED, Sitemap } from './sitemap.ts';

const NAMES = [
  { name: 'linen-shirt', updatedAt: '2026-03-01T00:00:00Z' },
  { name: 'a & b', updatedAt: '2026-01-01T00:00:00Z' },
];
const PAGES = [
  { url: '/', updatedAt: '2026-02-01T00:00:00Z', named: null },
  { url: '/product', updatedAt: '2026-02-01T00:00:00Z', named: 'product' },
];
const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** The shop's service; its status and what it says can be changed. */
async function shop(said: { status: number; names: typeof NAMES }) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(said.status).end(JSON.stringify({ names: said.names, tags: ['catalogue'] }));
  });
  running.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function sitemapOf(ecom: string | undefined, pages = PAGES) {
  const cache = new PageCache(50_000_000);
  cache.open();
  const sitemap = new Sitemap({
    publicUrl: 'https://site.example',
    cache,
    content: { sitemap: async () => pages },
    services: new Services({ ecom }),
    own: { tokenFor: async (callee) => `for-${callee}` },
    isFollowed: () => true,
    log: vi.fn(),
  });
  const read = async () => (await sitemap.answer('', 'r'))?.text ?? '';
  const addresses = async () =>
    [...(await read()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  return { cache, sitemap, read, addresses };
}

it('has a page that shows what its address names once for each name, until the names change', async () => {
  const said = { status: 200, names: NAMES };
  const { asked, url } = await shop(said);
  const { cache, read, addresses } = sitemapOf(url);
  const before = [
    'https://site.example/',
    'https://site.example/product?product=linen-shirt',
    'https://site.example/product?product=a+%26+b',
  ];
  expect(await addresses()).toEqual(before);
  expect(await read()).toContain('linen-shirt</loc><lastmod>2026-03-01T00:00:00Z</lastmod>');
  said.names = NAMES.slice(0, 1);
  expect(await addresses()).toEqual(before);
  expect(asked).toEqual(['/private/named-addresses Bearer for-ecom']);
  cache.invalidate(['catalogue']);
  expect(await addresses()).toEqual(before.slice(0, 2));
});

it('has the other pages while the service is away, and where there is none', async () => {
  const { url } = await shop({ status: 503, names: NAMES });
  expect(await sitemapOf(url).addresses()).toEqual(['https://site.example/']);
  expect(await sitemapOf(undefined).addresses()).toEqual(['https://site.example/']);
});

it('asks no service where no page shows anything of it, and lists no more than its bound', async () => {
  const { asked, url } = await shop({ status: 200, names: NAMES });
  await sitemapOf(url, PAGES.slice(0, 1)).addresses();
  expect(asked).toEqual([]);
  const names = Array.from({ length: 60_000 }, (_, index) => ({ name: `p${index}`, updatedAt: '2026' }));
  const many = await shop({ status: 200, names });
  const pages = ['/one', '/two', '/three'].map((page) => ({
    url: page,
    updatedAt: '2026',
    named: 'product',
  }));
  const { sitemap } = sitemapOf(many.url, pages);
  const count = async (part: number) =>
    (await sitemap.answer(`?part=${part}`, 'r'))?.text.match(/<url>/g)?.length ?? 0;
  expect((await count(1)) + (await count(2)) + (await count(3))).toBe(MOST_NAMED);
});
