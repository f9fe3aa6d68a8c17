import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Answer } from './answer.ts';
import { createHandler, type HostParts } from './host.ts';
import { PageCache } from './page-cache.ts';

const sitemap = vi.fn(async () => [{ url: '/', updatedAt: '2026-01-01T00:00:00Z' }]);
const log = vi.fn();
const failed = new Answer(500, { 'Content-Type': 'text/html' }, 'failed');
let server: Server;
let cache: PageCache;

beforeEach(async () => {
  vi.clearAllMocks();
  cache = new PageCache(1_000_000);
  cache.open();
  const parts = {
    publicUrl: 'https://site.example',
    assets: new Map(),
    cache,
    content: { sitemap },
    pages: {
      keyOf: (path: string) => path,
      error: async (status: number) => (status === 500 ? failed : new Answer(status, {}, 'nothing')),
    },
    setUp: {
      read: async () => {
        throw new Error('broken');
      },
    },
    log,
  };
  server = createServer(createHandler(parts as unknown as HostParts));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

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

describe('what goes wrong', () => {
  it('is logged without what somebody has typed', async () => {
    expect((await get('/find?query=secret')).status).toBe(500);
    const [, , details] = log.mock.calls[0] as [string, string, { url: string }];
    expect(details.url).toBe('/find');
  });
});
