import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Answer, redirect } from './answer.ts';
import { createHandler, type HostParts } from './host.ts';
import { PageCache } from './page-cache.ts';
import { Services } from './services.ts';
import { Sitemap } from './sitemap.ts';

const sitemap = vi.fn(async () => ({ pages: [{ url: '/', updatedAt: '2026-01-01T00:00:00Z' }], tags: [] }));
const siteImages = vi.fn();
const log = vi.fn();
const leaving = { isReady: true };
const failed = new Answer(500, { 'Content-Type': 'text/html' }, 'failed');
let server: Server;
let cache: PageCache;
let parts: HostParts;

beforeEach(async () => {
  vi.clearAllMocks();
  cache = new PageCache(1_000_000);
  cache.open();
  parts = {
    publicUrl: 'https://site.example',
    assets: new Map([['/favicon.ico', new Answer(200, { 'Content-Type': 'image/x-icon' }, 'usual')]]),
    cache,
    content: { sitemap, siteImages },
    sitemap: new Sitemap({
      publicUrl: 'https://site.example',
      cache,
      content: { sitemap },
      services: new Services({}),
      own: { tokenFor: async () => 'token' },
      isFollowed: () => true,
      log,
    }),
    pages: {
      keyOf: (path: string) => path,
      error: async (status: number) => (status === 500 ? failed : new Answer(status, {}, 'nothing')),
    },
    leaving,
    setUp: {
      read: async () => {
        throw new Error('broken');
      },
    },
    log,
  } as unknown as HostParts;
  server = createServer(createHandler(parts));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);

it('is ready until it was asked to stop, and healthy all along', async () => {
  expect((await get('/readyz')).status).toBe(200);
  leaving.isReady = false;
  try {
    expect([(await get('/readyz')).status, (await get('/healthz')).status]).toEqual([503, 200]);
  } finally {
    leaving.isReady = true;
  }
});

describe('sitemap.xml', () => {
  it('reads all pages once, whichever parts are asked for that are none', async () => {
    expect((await get('/sitemap.xml')).status).toBe(200);
    expect((await get('/sitemap.xml?part=1')).status).toBe(200);
    sitemap.mockClear();
    for (const part of [2, 3, 77, 9999]) expect((await get(`/sitemap.xml?part=${part}`)).status).toBe(404);
    expect(sitemap).not.toHaveBeenCalled();
    cache.invalidate(['pages']);
    expect((await get('/sitemap.xml?part=2')).status).toBe(404);
    expect(sitemap).toHaveBeenCalledOnce();
  });
});

describe('the icon of the site', () => {
  const file = {
    ...{ id: 'f', address: '/files/i.png?v=1', name: 'i.png', mimeType: 'image/png', size: 1 },
    ...{ width: 400, height: 600, hasSizes: true, alt: '', title: '', focalPoint: { x: 0.5, y: 0.5 } },
  };
  const site = { name: 'Harbour', language: 'en', images: { icon: { file, withName: false } } };
  const icon = () => get('/favicon.ico', { redirect: 'manual' });

  it('is where the library has it, as long as that is so', async () => {
    siteImages.mockResolvedValue({ site, tags: ['site', 'file:f'] });
    const [first, second] = [await icon(), await icon()];
    expect([first.status, second.status]).toEqual([302, 302]);
    expect(first.headers.get('location')).toBe('/files/i.png?v=1&size=xs&aspect=1:1');
    expect(siteImages).toHaveBeenCalledOnce();
    siteImages.mockResolvedValue({ site: { ...site, images: undefined }, tags: ['site'] });
    cache.invalidate(['file:f']);
    expect(await (await icon()).text()).toBe('usual');
  });

  it('is the usual one while nobody can tell', async () => {
    siteImages.mockRejectedValue(new Error('away'));
    expect(await (await icon()).text()).toBe('usual');
    siteImages.mockResolvedValue({ site: null, tags: ['site'] });
    expect(await (await icon()).text()).toBe('usual');
  });

  it('is in the manifest in all sizes', async () => {
    siteImages.mockResolvedValue({ site, tags: ['site', 'file:f'] });
    const answer = await get('/site.webmanifest');
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    const { name, icons } = await answer.json();
    expect([name, icons.map(({ sizes }: { sizes: string }) => sizes)]).toEqual([
      'Harbour',
      ['128x128', '256x256', '400x400'],
    ]);
  });
});

describe('a page', () => {
  const SESSION = { Cookie: 'pagewright_session=x' };
  const visitor = { token: 't', isFromCookie: true, sessionId: 's', isEditor: false, isLapsed: false };
  const of = vi.fn();
  const forBearer = vi.fn();
  const add = vi.fn();
  /** Has the host answer all pages with this one. */
  const answerWith = (answer: Answer) => {
    forBearer.mockResolvedValue(answer);
    Object.assign(parts.pages, { addressOf: (path: string, search: string) => ({ path, search }) });
    Object.assign(parts.pages, { forAnyone: async () => answer, forBearer });
    const setUp = { read: async () => 'done' };
    Object.assign(parts, { setUp, identity: { of }, missed: { add } });
  };

  it.each([
    ['/new', '/new?x=1'],
    ['/new#there', '/new?x=1#there'],
    ['/new?own=2', '/new?own=2'],
    ['/new?own=2#there', '/new?own=2#there'],
  ])('that leads to %s takes the query along unless there is one', async (location, expected) => {
    answerWith(redirect(301, location));
    const answer = await get('/old?x=1', { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, expected]);
  });

  it('that is missing is noted for visitors, and not for editors, for what is fetched ahead or drawn', async () => {
    answerWith(new Answer(404, {}, 'nothing'));
    await get('/nowhere?q=secret', { headers: { Referer: 'https://from.example/' } });
    expect(add.mock.calls).toEqual([['/nowhere', 'https://from.example/']]);
    add.mockClear();
    of.mockResolvedValue({ ...visitor, isEditor: true });
    await get('/nowhere', { headers: { ...SESSION, 'Sec-Fetch-Dest': 'empty' } });
    await get('/nowhere', { headers: { 'Sec-Purpose': 'prefetch' } });
    const drawn = new Answer(404, {}, 'No such product');
    drawn.isOfPage = true;
    answerWith(drawn);
    await get('/product?product=nope');
    expect(add).not.toHaveBeenCalled();
  });

  it('is itself in the frame of an editor, whether or not the browser says that a frame asks', async () => {
    answerWith(new Answer(200, {}, 'page'));
    Object.assign(parts.pages, { screenLanguage: async () => 'en' });
    Object.assign(parts, { shell: { editor: () => new Answer(200, {}, 'shell') } });
    of.mockResolvedValue({ ...visitor, isEditor: true });
    const asked = async (path: string, destination?: string) => {
      const headers = { ...SESSION, ...(destination && { 'Sec-Fetch-Dest': destination }) };
      return (await get(path, { headers })).text();
    };
    expect(await asked('/a?b=1')).toBe('shell');
    expect(await asked('/a?b=1&pw-frame')).toBe('page');
    expect(await asked('/a?pw-frame', 'document')).toBe('shell');
    expect(await asked('/a', 'iframe')).toBe('page');
    expect(forBearer.mock.calls[0]?.[0]).toEqual({ path: '/a', search: '?b=1' });
  });

  it('is for everybody where a session has run out', async () => {
    answerWith(new Answer(200, {}, 'page'));
    of.mockResolvedValue({ ...visitor, isLapsed: true });
    expect((await get('/', { headers: SESSION })).status).toBe(200);
    expect(forBearer).not.toHaveBeenCalled();
    of.mockResolvedValue(visitor);
    await get('/', { headers: SESSION });
    expect(forBearer.mock.calls[0]?.[1]).toEqual({ token: 't' });
  });
});

describe('what goes wrong', () => {
  it('is logged without what somebody has typed', async () => {
    expect((await get('/find?query=secret')).status).toBe(500);
    const [, , details] = log.mock.calls[0] as [string, string, { url: string }];
    expect(details.url).toBe('/find');
  });
});
