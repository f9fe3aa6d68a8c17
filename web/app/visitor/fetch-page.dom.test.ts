import { afterEach, describe, expect, it, vi } from 'vitest';
import { prefetch, takePage } from './fetch-page.ts';

const signal = new AbortController().signal;

/** Stubs the network: every request is answered with this. */
function answerWith(body: string, type = 'text/html; charset=utf-8') {
  const response = new Response(body, { headers: { 'content-type': type } });
  const fetched = vi.fn(async (_address: URL) => response);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

describe('takePage', () => {
  it('gives the page, at the anchor that was asked for', async () => {
    answerWith('<div id="page">words</div>');
    const page = await takePage(new URL('/new#part', location.origin), signal);
    expect(page?.url).toBe(`${location.origin}/new#part`);
    expect(page?.document.getElementById('page')?.textContent).toBe('words');
  });

  it('gives a page that was fetched ahead at the anchor that is asked for in the end', async () => {
    const fetched = answerWith('<div id="page">words</div>');
    prefetch(new URL('/new#one', location.origin));
    const page = await takePage(new URL('/new#two', location.origin), signal);
    expect(page?.url).toBe(`${location.origin}/new#two`);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('leaves a redirect to the browser, which learns to which place of the page it leads', async () => {
    const fetched = answerWith('<div id="page">words</div>');
    Object.defineProperty(await fetched(new URL(location.origin)), 'redirected', { value: true });
    for (const address of ['/old', '/old#part']) {
      expect(await takePage(new URL(address, location.origin), signal)).toBeUndefined();
    }
  });

  it('keeps the last few pages that were fetched ahead, and those for a while only', async () => {
    vi.useFakeTimers();
    const at = (name: string) => new URL(`/${name}`, location.origin);
    const fetched = answerWith('<div id="page"></div>');
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
      return Object.defineProperty(response, 'redirected', { value: address.pathname === '/moved' });
    });
    vi.stubGlobal('fetch', fetched);
    prefetch(url('found'));
    expect(await takePage(url('found'), signal)).toBeDefined();
    expect(purposes()).toEqual(['prefetch']);
    fetched.mockClear();
    prefetch(url('missing'));
    expect(await takePage(url('missing'), signal)).toBeDefined();
    expect(purposes()).toEqual(['prefetch', null]);
  });

  it('asks this site and no other, however the address is written', async () => {
    const fetched = answerWith('<div id="page"></div>');
    await takePage(new URL('/.//other.example', location.origin), signal);
    expect(new URL(String(fetched.mock.calls[0]?.[0])).origin).toBe(location.origin);
  });

  it.each([
    ['is no page', '<p>words</p>'],
    ['is no HTML', '<div id="page"></div>', 'application/pdf'],
  ])('leaves to the browser what %s', async (_why, body, type?: string) => {
    answerWith(body, type);
    expect(await takePage(new URL('/a', location.origin), signal)).toBeUndefined();
  });
});
