import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Answer, problem } from './answer.ts';
import { OWN_POLICY } from './content-policy.ts';
import { SharedBody } from './shared-body.ts';
import { keyOf, sharedHeaders } from './sharing.ts';
import { Upstream } from './upstream.ts';

const text = `<p>${'words '.repeat(500)}</p>`;
const page = () =>
  new Answer(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', Vary: 'Cookie' }, text);
const running: (() => void)[] = [];
/** Vitest's own timeout is a second. */
const IN_TIME = { timeout: 60_000 };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  running.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Fetches without the decoding that fetch would do. */
async function raw(base: string, headers: Record<string, string>): Promise<Buffer> {
  const upstream = new Upstream(base);
  running.push(() => upstream.close());
  return (await upstream.get('/', headers)).body;
}

afterEach(() => {
  for (const stop of running.splice(0)) stop();
});

describe('Answer', () => {
  it('says what a browser may load, also where nothing was changed', async () => {
    const own = page();
    const other = new Answer(200, { 'Content-Security-Policy': "default-src 'none'" }, 'text');
    const base = await serve((request, response) =>
      (request.url === '/own' ? own : other).send(request, response),
    );
    const first = await fetch(`${base}/own`);
    expect(first.headers.get('content-security-policy')).toBe(OWN_POLICY);
    const again = await fetch(`${base}/own`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, OWN_POLICY]);
    expect((await fetch(`${base}/other`)).headers.get('content-security-policy')).toBe("default-src 'none'");
  });

  it('sends the form that the request prefers, and says what it depends on', async () => {
    const answer = page();
    const base = await serve((request, response) => answer.send(request, response));
    const plain = await fetch(base, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-length')).toBe(String(text.length));
    expect(plain.headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect(brotliDecompressSync(await raw(base, { 'accept-encoding': 'gzip, br' })).toString()).toBe(text);
    expect(gunzipSync(await raw(base, { 'accept-encoding': 'gzip' })).toString()).toBe(text);
    expect(gunzipSync(await raw(base, { 'accept-encoding': 'br;q=0, gzip' })).toString()).toBe(text);
    expect((await raw(base, { 'accept-encoding': 'gzip;q=0' })).toString()).toBe(text);
  });

  it('packs quickly for the first who asks, and well for those after', async () => {
    const varied = Array.from({ length: 3000 }, (_, index) => `word${(index * 7919) % 1009}`).join(' ');
    const answer = new Answer(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' }, varied);
    const base = await serve((request, response) => answer.send(request, response));
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const first = await raw(base, { 'accept-encoding': encoding });
      await vi.waitFor(async () => {
        const later = await raw(base, { 'accept-encoding': encoding });
        expect(later.length).toBeLessThan(first.length);
        expect(unpack(later).toString()).toBe(varied);
      }, IN_TIME);
      expect(unpack(first).toString()).toBe(varied);
    }
  });

  it('packs a page around what others have packed, and well for those after', async () => {
    const parts = { before: '<head>', shared: { html: `<style>${text}</style>` }, after: `<body>${text}` };
    const document = parts.before + parts.shared.html + parts.after;
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' };
    const answer = new Answer(200, headers, new SharedBody(parts));
    expect(answer.text).toBe(document);
    const base = await serve((request, response) => answer.send(request, response));
    const first = await fetch(base, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(await first.text()).toBe(document);
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(base, { headers: known })).status).toBe(304);
    await vi.waitFor(async () => {
      const later = await fetch(base, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(later.headers.get('content-encoding')).toBe('br');
      expect(await later.text()).toBe(document);
    }, IN_TIME);
    const only = new Answer(200, headers, new SharedBody(parts));
    const other = await serve((request, response) => only.send(request, response));
    expect(brotliDecompressSync(await raw(other, { 'accept-encoding': 'br' })).toString()).toBe(document);
    expect((await raw(other, { 'accept-encoding': 'identity' })).toString()).toBe(document);
  });

  it('keeps the form that stands in for another as what it is', async () => {
    const shared = { html: `<style>${text}</style>` };
    const body = new SharedBody({ before: '<head>', shared, after: text });
    const answer = new Answer(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' }, body);
    const base = await serve((request, response) => answer.send(request, response));
    const got = async (accepted: string) => {
      const found = await fetch(base, { headers: { 'accept-encoding': accepted } });
      expect(await found.text()).toBe(`<head>${shared.html}${text}`);
      return found.headers.get('content-encoding');
    };
    expect(await got('gzip, br')).toBe('gzip');
    expect(await got('br')).toBe('br');
    expect(await got('br, gzip;q=0')).toBe('br');
    expect(await got('gzip')).toBe('gzip');
  });

  it('does not pack for the gateway what it would unpack again', async () => {
    const answer = page();
    const base = await serve((request, response) => answer.send(request, response));
    expect((await raw(base, { 'accept-encoding': 'gzip', 'x-forwarded-for': '::1' })).toString()).toBe(text);
  });

  it('answers 304 to who holds any of its forms', async () => {
    const answer = page();
    const base = await serve((request, response) => answer.send(request, response));
    const first = await fetch(base, { headers: { 'accept-encoding': 'br' } });
    const etag = first.headers.get('etag') as string;
    expect(etag).toMatch(/^"[\w-]+-br"$/);
    for (const condition of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
      const again = await fetch(base, { headers: { 'if-none-match': condition } });
      expect(again.status, condition).toBe(304);
      expect(await again.text()).toBe('');
    }
    expect((await fetch(base, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('answers HEAD with the headers alone', async () => {
    const answer = page();
    const base = await serve((request, response) => answer.send(request, response));
    const head = await fetch(base, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(head.headers.get('content-length')).toBe(String(text.length));
    expect(await head.text()).toBe('');
  });

  it('keeps a connection open, and says so to who mentions it', async () => {
    const answer = page();
    const base = new URL(await serve((request, response) => answer.send(request, response)));
    const socket = connect(Number(base.port), base.hostname);
    running.push(() => socket.destroy());
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    for (const header of ['', 'Connection: keep-alive\r\n']) {
      received = '';
      socket.write(`HEAD / HTTP/1.1\r\nHost: site\r\n${header}\r\n`);
      await vi.waitFor(() => expect(received).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n$/), IN_TIME);
      expect(/^Connection: keep-alive$/im.test(received)).toBe(header !== '');
    }
  });

  it('gives what must not be stored no tag', () => {
    expect(new Answer(200, { 'Cache-Control': 'no-store' }, 'x').etag).toBeUndefined();
  });

  it('never turns an error into 304', async () => {
    const answer = new Answer(404, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' }, text);
    const base = await serve((request, response) => answer.send(request, response));
    expect((await fetch(base, { headers: { 'if-none-match': '*' } })).status).toBe(404);
  });
});

describe('problem', () => {
  it('is problem+json with a stable code, and its words as the title', async () => {
    const base = await serve((request, response) =>
      problem(404, 'route_not_found', 'id').send(request, response),
    );
    const answer = await fetch(base);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      status: 404,
      code: 'route_not_found',
      title: 'Route not found',
      detail: 'Route not found.',
      requestId: 'id',
      errors: [],
    });
  });
});

describe('for caches in front', () => {
  const sharing = sharedHeaders(['page:a'], true);
  const shared = (body: string | SharedBody = text) => {
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', Vary: 'Cookie' };
    const answer = new Answer(200, headers, body, sharing);
    answer.address = '/page?q=1';
    return answer;
  };

  async function control(
    answer: Answer,
    path: string,
    encoding = 'identity',
    more: Record<string, string> = {},
  ) {
    const base = await serve((request, response) => answer.send(request, response));
    const { headers } = await fetch(base + path, { headers: { 'accept-encoding': encoding, ...more } });
    return [headers.get('cache-control'), headers.get('surrogate-key'), headers.get('cache-tag')];
  }

  it('is kept until they are told, under its one address, with all that it depends on', async () => {
    const keys = `everything ${keyOf('page:a')}`;
    const kept = [
      'public, max-age=0, s-maxage=3600, stale-while-revalidate=60',
      keys,
      keys.replace(' ', ','),
    ];
    expect(await control(shared(), '/page?q=1')).toEqual(kept);
    const known = { 'if-none-match': `"${shared().etag}"` };
    expect(await control(shared(), '/page?q=1', 'identity', known)).toEqual(kept);
    for (const other of ['/page', '/page?q=1&utm=x', '/page?q=01', '/other']) {
      expect(await control(shared(), other)).toEqual(['no-cache', null, null]);
    }
  });

  it('is not for them once the host keeps it no longer', async () => {
    const answer = shared();
    answer.address = undefined;
    expect(await control(answer, '/page?q=1')).toEqual(['no-cache', null, null]);
  });

  it.each(['br', 'gzip', 'gzip, br'])('is kept briefly until its form is made well: %s', async (encoding) => {
    const answer = shared(new SharedBody({ before: text, shared: { html: text }, after: text }));
    const first = await control(answer, '/page?q=1', `${encoding}, identity`);
    expect(first[0]).toBe('public, max-age=0, s-maxage=1');
    await vi.waitFor(async () => {
      const [kept] = await control(answer, '/page?q=1', `${encoding}, identity`);
      expect(kept).toContain('s-maxage=3600');
    }, IN_TIME);
  });

  it('is kept briefly by those that are told of nothing', async () => {
    expect(sharedHeaders(['page:a'], false)).toEqual({ 'Cache-Control': 'public, max-age=0, s-maxage=1' });
  });

  it('is not theirs where it depends on more than a header holds', async () => {
    expect(sharedHeaders(Array.from({ length: 401 }, String), true)).toBeUndefined();
    const headers = sharedHeaders(Array.from({ length: 400 }, String), true);
    expect(headers?.['Surrogate-Key']?.length).toBeLessThan(4_000);
  });

  it('is nobody\u2019s where it must not be stored', () => {
    const answer = new Answer(200, { 'Cache-Control': 'private, no-store' }, 'x');
    expect(answer.etag).toBeUndefined();
  });
});
