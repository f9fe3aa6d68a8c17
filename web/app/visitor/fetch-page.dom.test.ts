import { afterEach, describe, expect, it, vi } from 'vitest';
import { prefetch, takePage } from './fetch-page.ts';

const signal = new AbortController().signal;

/** Stubs the network: every request is answered with this, found at `url`. */
function answerWith(body: string, url: string, type = 'text/html; charset=utf-8') {
  const response = new Response(body, { headers: { 'content-type': type } });
  const fetched = vi.fn(async (_address: URL) => Object.defineProperty(response, 'url', { value: url }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

describe('takePage', () => {
  it('gives the page where it was found after redirects, at the anchor that was asked for', async () => {
    answerWith('<div id="page">words</div>', `${location.origin}/new`);
    const page = await takePage(new URL('/old#part', location.origin), signal);
    expect(page?.url).toBe(`${location.origin}/new#part`);
    expect(page?.document.getElementById('page')?.textContent).toBe('words');
  });

  it('keeps the last few pages that were fetched ahead, and those for a while only', async () => {
    vi.useFakeTimers();
    const at = (name: string) => new URL(`/${name}`, location.origin);
    const fetched = answerWith('<div id="page"></div>', `${location.origin}/x`);
    for (const name of ['a', 'b', 'c', 'd', 'e']) prefetch(at(name));
    expect(fetched).toHaveBeenCalledTimes(5);
    prefetch(at('e'));
    expect(fetched).toHaveBeenCalledTimes(5);
    // The first had to make room.
    prefetch(at('a'));
    expect(fetched).toHaveBeenCalledTimes(6);
    vi.advanceTimersByTime(10_001);
    prefetch(at('e'));
    expect(fetched).toHaveBeenCalledTimes(7);
    vi.useRealTimers();
  });

  it('says so when nobody has asked yet, and asks again for what the site counts', async () => {
    const url = (name: string) => new URL(`/${name}`, location.origin);
    const purposes = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('purpose'));
    const fetched = vi.fn(async (address: URL, _init?: RequestInit) => {
      const status = address.pathname === '/missing' ? 404 : 200;
      const headers = { 'content-type': 'text/html' };
      const response = new Response('<div id="page"></div>', { status, headers });
      Object.defineProperty(response, 'redirected', { value: address.pathname === '/moved' });
      return Object.defineProperty(response, 'url', { value: address.href });
    });
    vi.stubGlobal('fetch', fetched);
    prefetch(url('found'));
    expect(await takePage(url('found'), signal)).toBeDefined();
    expect(purposes()).toEqual(['prefetch']);
    for (const name of ['missing', 'moved']) {
      fetched.mockClear();
      prefetch(url(name));
      expect(await takePage(url(name), signal)).toBeDefined();
      expect(purposes()).toEqual(['prefetch', null]);
    }
  });

  it('asks this site and no other, however the address is written', async () => {
    const fetched = answerWith('<div id="page"></div>', `${location.origin}/other.example`);
    await takePage(new URL('/.//other.example', location.origin), signal);
    expect(new URL(String(fetched.mock.calls[0]?.[0])).origin).toBe(location.origin);
  });

  it.each([
    ['came from another site', '<div id="page"></div>', 'https://other.example/'],
    ['is no page', '<p>words</p>', undefined],
    ['is no HTML', '<div id="page"></div>', undefined, 'application/pdf'],
  ])('leaves to the browser what %s', async (_why, body, url = `${location.origin}/a`, type?: string) => {
    answerWith(body, url, type);
    expect(await takePage(new URL('/a', location.origin), signal)).toBeUndefined();
  });
});
