import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Listeners, Purges } from './purges.ts';
import { keyOf } from './sharing.ts';

/** Vitest's own timeout is a second. */
const IN_TIME = { timeout: 60_000 };
const log = vi.fn();
let cache: Server;
/** The status of each answer in turn, and of all that follow the last. */
let statuses: number[];
let heard: { keys: string[]; header?: string }[];
let asked: number;
let purges: Purges;
let url: URL;

beforeEach(async () => {
  log.mockClear();
  statuses = [200];
  heard = [];
  asked = 0;
  cache = createServer(async (request, response) => {
    asked += 1;
    let body = '';
    for await (const piece of request) body += piece;
    const keys = String(request.headers['surrogate-key']).split(' ');
    expect([request.method, JSON.parse(body)]).toEqual(['POST', { tags: keys }]);
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) as number;
    if (status === 200) heard.push({ keys, header: request.headers['fastly-key'] as string | undefined });
    response.writeHead(status, { Location: '/elsewhere' }).end();
  });
  await new Promise<void>((ready) => cache.listen(0, '127.0.0.1', ready));
  url = new URL(`http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`);
  purges = new Purges({ url, header: ['Fastly-Key', 'secret'] }, log, IN_TIME.timeout);
});

afterEach(async () => {
  await purges.stop();
  cache.closeAllConnections();
  await new Promise((done) => cache.close(done));
});

const keysOf = (...tags: string[]) => tags.map(keyOf);
const count = (key: string) => heard.filter(({ keys }) => keys.includes(key)).length;

describe('what a cache in front is told', () => {
  it('is each change, with the header that it wants, and once more for what was on its way to it', async () => {
    purges.invalidate(['page:a', 'plugin:b']);
    await vi.waitFor(() => expect(heard).toHaveLength(2), IN_TIME);
    const sent = { keys: keysOf('page:a', 'plugin:b'), header: 'secret' };
    expect(heard).toEqual([sent, sent]);
  });

  it('is everything where changes may go unheard', async () => {
    for (const act of ['open', 'close', 'clear'] as const) {
      heard = [];
      purges[act]();
      await vi.waitFor(() => expect(heard[0]).toEqual({ keys: ['everything'], header: 'secret' }), IN_TIME);
    }
  });

  it('is a last time everything, when the host ends', async () => {
    await purges.stop();
    expect(heard).toEqual([{ keys: ['everything'], header: 'secret' }]);
  });

  it('comes in requests of a bounded size', async () => {
    purges.invalidate(Array.from({ length: 250 }, (_, number) => `page:${number}`));
    await vi.waitFor(() => expect(heard.flatMap(({ keys }) => keys)).toHaveLength(500), IN_TIME);
    expect(Math.max(...heard.map(({ keys }) => keys.length))).toBe(100);
  });

  it('is everything in place of more changes than can wait', async () => {
    purges.invalidate(Array.from({ length: 10_001 }, (_, number) => `page:${number}`));
    await vi.waitFor(() => expect(heard[0]?.keys).toEqual(['everything']), IN_TIME);
  });
});

describe('a cache that does not take it', () => {
  it.each([500, 403, 302])('is told again until it does, and nothing is lost: %i', async (status) => {
    statuses = [status, status, 200];
    purges.invalidate(['page:a']);
    purges.invalidate(['page:b']);
    await vi.waitFor(() => {
      for (const key of keysOf('page:a', 'page:b')) expect(count(key)).toBe(2);
    }, IN_TIME);
    const levels = log.mock.calls.map(([level, message]) => [level, message]);
    expect(levels).toEqual([
      ['error', 'cache in front not purged, it may show old pages'],
      ['info', 'cache in front purged again'],
    ]);
  });

  it('is complained of once, without the secret', async () => {
    statuses = [500];
    purges.invalidate(['page:a']);
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce(), IN_TIME);
    purges.invalidate(['page:b']);
    const before = asked;
    await vi.waitFor(() => expect(asked).toBeGreaterThan(before + 2), IN_TIME);
    expect(log).toHaveBeenCalledOnce();
    expect(String(log.mock.calls[0]?.[2].error)).toBe(`Error: ${url.host} answered 500.`);
  });

  it('does not keep the host from ending', async () => {
    statuses = [500];
    purges.invalidate(['page:a']);
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce(), IN_TIME);
    await purges.stop();
    expect(log.mock.calls.at(-1)?.[1]).toBe('cache in front not purged');
  });
});

it('is told after the host itself has dropped what changed', () => {
  const order: string[] = [];
  const listener = (name: string) => ({
    open: () => order.push(`${name} open`),
    close: () => order.push(`${name} close`),
    clear: () => order.push(`${name} clear`),
    invalidate: (tags: Iterable<string>) => order.push(`${name} ${[...tags]}`),
  });
  const both = new Listeners([listener('pages'), listener('cache')]);
  both.open();
  both.invalidate(new Set(['a', 'b']));
  both.clear();
  both.close();
  const told = ['open', 'a,b', 'clear', 'close'].flatMap((what) => [`pages ${what}`, `cache ${what}`]);
  expect(order).toEqual(told);
});
