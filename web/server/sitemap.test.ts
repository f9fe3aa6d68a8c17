import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NamedBy, SitemapPage } from './content.ts';
import { PageCache } from './page-cache.ts';
import { Services } from './services.ts';
import { MOST_NAMED, Sitemap } from './sitemap.ts';

const NAMES = [
  { name: 'linen-shirt', updatedAt: '2026-03-01T00:00:00Z' },
  { name: 'a & b', updatedAt: '2026-01-01T00:00:00Z' },
];
const PRODUCT: NamedBy = { service: 'ecom', ref: 'ecom.product', parameter: 'product' };
const PAGES: SitemapPage[] = [
  { url: '/', updatedAt: '2026-02-01T00:00:00Z', named: null },
  { url: '/product', updatedAt: '2026-02-01T00:00:00Z', named: PRODUCT },
];
const running: Server[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const server of running.splice(0)) server.close();
});

/** A service, such as the shop's; its status and what it says can be changed. */
async function service(said: { status: number; names: typeof NAMES; tag?: string }) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response
      .writeHead(said.status)
      .end(JSON.stringify({ names: said.names, tags: [said.tag ?? 'catalogue'] }));
  });
  running.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function sitemapOf(
  urls: Partial<Record<'crm' | 'ecom', string>>,
  pages = PAGES,
  isFollowed: () => boolean = () => true,
) {
  const content = { sitemap: vi.fn(async () => ({ pages, tags: ['page:1'] })) };
  const cache = new PageCache(50_000_000);
  cache.open();
  const sitemap = new Sitemap({
    publicUrl: 'https://site.example',
    cache,
    content,
    services: new Services(urls),
    own: { tokenFor: async (callee) => `for-${callee}` },
    isFollowed,
    log: vi.fn(),
    // Tens of thousands of names take a busy machine longer than the usual time.
    timeout: 60_000,
  });
  const read = async (search = '') => (await sitemap.answer(search, 'r'))?.text ?? '';
  const addresses = async (search?: string) =>
    [...(await read(search)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  return { cache, content, read, addresses };
}

it('has a page that shows what its address names once for each name, until the names change', async () => {
  const said = { status: 200, names: NAMES };
  const { asked, url } = await service(said);
  const { cache, read, addresses } = sitemapOf({ ecom: url });
  const before = [
    'https://site.example/',
    'https://site.example/product?product=linen-shirt',
    'https://site.example/product?product=a+%26+b',
  ];
  expect(await addresses()).toEqual(before);
  expect(await read()).toContain('linen-shirt</loc><lastmod>2026-03-01T00:00:00Z</lastmod>');
  said.names = NAMES.slice(0, 1);
  expect(await addresses()).toEqual(before);
  expect(asked).toEqual(['/private/named-addresses?ref=ecom.product Bearer for-ecom']);
  cache.invalidate(['catalogue']);
  expect(await addresses()).toEqual(before.slice(0, 2));
});

it('has the other pages while the service is away, and where there is none', async () => {
  const { url } = await service({ status: 503, names: NAMES });
  expect(await sitemapOf({ ecom: url }).addresses()).toEqual(['https://site.example/']);
  expect(await sitemapOf({}).addresses()).toEqual(['https://site.example/']);
});

it('asks no service where no page shows anything of it, and lists no more than its bound', async () => {
  const { asked, url } = await service({ status: 200, names: NAMES });
  await sitemapOf({ ecom: url }, PAGES.slice(0, 1)).addresses();
  expect(asked).toEqual([]);
  const names = Array.from({ length: 60_000 }, (_, index) => ({ name: `p${index}`, updatedAt: '2026' }));
  const many = await service({ status: 200, names });
  const pages = ['/one', '/two', '/three'].map((page) => ({
    url: page,
    updatedAt: '2026',
    named: PRODUCT,
  }));
  const { content, addresses } = sitemapOf({ ecom: many.url }, pages);
  const parts = await addresses();
  const found = await Promise.all(parts.map((part = '') => addresses(new URL(part).search)));
  expect(new Set(found.flat()).size).toBe(MOST_NAMED);
  expect(found.map((part) => part.length)).toEqual([50_000, 50_000]);
  // The index, the count and each part are made from what was read once.
  for (const part of ['?part=3', '?part=4']) expect(await addresses(part)).toEqual([]);
  expect(content.sitemap).toHaveBeenCalledOnce();
  expect(many.asked).toHaveLength(1);
});

it('asks the service of each plugin that a page shows by name, and lists it by its own parameter', async () => {
  const shop = await service({ status: 200, names: NAMES.slice(0, 1) });
  const firms = await service({ status: 200, names: [{ name: 'acme', updatedAt: '2026' }], tag: 'firms' });
  const firm: NamedBy = { service: 'crm', ref: 'crm.firm', parameter: 'firm' };
  const pages = [...PAGES, { url: '/firms', updatedAt: '2026', named: firm }];
  const { cache, addresses } = sitemapOf({ ecom: shop.url, crm: firms.url }, pages);
  expect(await addresses()).toEqual([
    'https://site.example/',
    'https://site.example/product?product=linen-shirt',
    'https://site.example/firms?firm=acme',
  ]);
  expect(shop.asked).toEqual(['/private/named-addresses?ref=ecom.product Bearer for-ecom']);
  expect(firms.asked).toEqual(['/private/named-addresses?ref=crm.firm Bearer for-crm']);
  cache.invalidate(['firms']);
  await addresses();
  expect(firms.asked).toHaveLength(2);
});

it('is read anew when a page changes of which the contents decide whether it is in it', async () => {
  const { cache, content, addresses } = sitemapOf({}, PAGES.slice(0, 1));
  expect(await addresses()).toEqual(['https://site.example/']);
  content.sitemap.mockResolvedValue({ pages: [], tags: [] });
  cache.invalidate(['page:2']);
  expect(await addresses()).toEqual(['https://site.example/']);
  cache.invalidate(['page:1']);
  expect(await addresses()).toEqual([]);
});

describe('is read anew after a short time', () => {
  const others = ['https://site.example/'];
  const all = [...others, 'https://site.example/product?product=linen-shirt'];
  const wait = () => vi.advanceTimersByTime(3_001);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });

  it('while it lacks what a service names, and not from then on', async () => {
    const said = { status: 503, names: NAMES.slice(0, 1) };
    const { url } = await service(said);
    const { addresses } = sitemapOf({ ecom: url });
    expect(await addresses()).toEqual(others);
    said.status = 200;
    expect(await addresses()).toEqual(others);
    wait();
    expect(await addresses()).toEqual(all);
    said.names = [];
    wait();
    expect(await addresses()).toEqual(all);
  });

  it('where nobody has told of changes of a service all the while', async () => {
    const said = { status: 200, names: NAMES.slice(0, 1) };
    const { url } = await service(said);
    // From after its answer on.
    const { addresses } = sitemapOf(
      { ecom: url },
      PAGES,
      vi.fn().mockReturnValueOnce(false).mockReturnValue(true),
    );
    expect(await addresses()).toEqual(all);
    said.names = [];
    wait();
    expect(await addresses()).toEqual(others);
  });
});
