import { afterEach, describe, expect, it, vi } from 'vitest';
import { Answer } from './answer.ts';
import { PageCache, type Rendered } from './page-cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

const answer = (body = 'page') =>
  new Answer(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' }, body);

function openCache(capacity = 1_000_000): PageCache {
  const cache = new PageCache(capacity);
  cache.open();
  return cache;
}

/** A render that ends when the test says so. */
function slowRender(tags?: string[]): { render: () => Promise<Rendered>; finish: (made?: Answer) => void } {
  const { promise, resolve } = Promise.withResolvers<Rendered>();
  return { render: () => promise, finish: (made = answer()) => resolve({ answer: made, tags }) };
}

describe('keeping', () => {
  it('renders once and then gives what it kept', async () => {
    const cache = openCache();
    const render = vi.fn(async () => ({ answer: answer(), tags: [] }));
    const first = await cache.obtain('/', render);
    expect(await cache.obtain('/', render)).toBe(first);
    expect(cache.get('/')).toBe(first);
    expect(render).toHaveBeenCalledOnce();
  });

  it('keeps nothing without tags, nothing while closed, and forgets on closing', async () => {
    const cache = openCache();
    await cache.obtain('/secret', async () => ({ answer: answer() }));
    await cache.obtain('/', async () => ({ answer: answer(), tags: [] }));
    expect(cache.get('/secret')).toBeUndefined();
    cache.close();
    expect(cache.get('/')).toBeUndefined();
    await cache.obtain('/', async () => ({ answer: answer(), tags: [] }));
    expect(cache.get('/')).toBeUndefined();
  });

  it('does not keep what failed', async () => {
    const cache = openCache();
    await expect(cache.obtain('/', async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await cache.obtain('/', async () => ({ answer: answer('later'), tags: [] }))).status).toBe(200);
  });
});

describe('one render at a time', () => {
  it('lets all who ask meanwhile share one render', async () => {
    const cache = openCache();
    const { render, finish } = slowRender([]);
    const counted = vi.fn(render);
    const all = [1, 2, 3].map(() => cache.obtain('/', counted));
    finish();
    const answers = await Promise.all(all);
    expect(new Set(answers).size).toBe(1);
    expect(counted).toHaveBeenCalledOnce();
  });

  it('does not mix addresses', async () => {
    const cache = openCache();
    const a = await cache.obtain('/a', async () => ({ answer: answer('a'), tags: [] }));
    const b = await cache.obtain('/b', async () => ({ answer: answer('b'), tags: [] }));
    expect(a).not.toBe(b);
  });
});

describe('changes', () => {
  it('drops the pages that show what changed, and no others', async () => {
    const cache = openCache();
    await cache.obtain('/a', async () => ({ answer: answer(), tags: ['page:a', 'menu'] }));
    await cache.obtain('/b', async () => ({ answer: answer(), tags: ['page:b', 'menu'] }));
    cache.invalidate(['page:a', 'page:unknown']);
    expect(cache.get('/a')).toBeUndefined();
    expect(cache.get('/b')).toBeDefined();
    cache.invalidate(['menu']);
    expect(cache.stats).toMatchObject({ pages: 0, bytes: 0 });
  });

  it('neither keeps nor shares a render that began before the change', async () => {
    const cache = openCache();
    const old = slowRender(['page:a']);
    const asked = cache.obtain('/a', old.render);
    cache.invalidate(['page:a']);
    const fresh = answer('fresh');
    const askedAfter = cache.obtain('/a', async () => ({ answer: fresh, tags: ['page:a'] }));
    old.finish(answer('old'));
    expect((await asked).text).toBe('old');
    expect(await askedAfter).toBe(fresh);
    expect(cache.get('/a')).toBe(fresh);
  });

  it('keeps and shares a render of which nothing has changed', async () => {
    const cache = openCache();
    const { render, finish } = slowRender(['page:a']);
    const counted = vi.fn(render);
    const asked = cache.obtain('/a', counted);
    cache.invalidate(['page:b']);
    const askedAfter = cache.obtain('/a', counted);
    finish();
    expect(await askedAfter).toBe(await asked);
    expect(counted).toHaveBeenCalledOnce();
    expect(cache.get('/a')).toBe(await asked);
  });

  it('waits for no render of which the page before tells that a change concerns it', async () => {
    const cache = openCache();
    await cache.obtain('/a', async () => ({ answer: answer('first'), tags: ['page:a'] }));
    cache.invalidate(['page:a']);
    const { render, finish } = slowRender(['page:a']);
    const counted = vi.fn(render);
    const asked = cache.obtain('/a', counted);
    cache.invalidate(['page:b']);
    const shared = cache.obtain('/a', counted);
    // A change is told of twice: by the hint, and by the log of events.
    cache.invalidate(['page:a']);
    const fresh = answer('fresh');
    expect(await cache.obtain('/a', async () => ({ answer: fresh, tags: ['page:a'] }))).toBe(fresh);
    finish(answer('second'));
    expect((await asked).text).toBe('second');
    expect(await shared).toBe(await asked);
    expect(counted).toHaveBeenCalledOnce();
    expect(cache.get('/a')).toBe(fresh);
  });

  it('drops all on clearing, also what is being rendered', async () => {
    const cache = openCache();
    const { render, finish } = slowRender([]);
    const asked = cache.obtain('/a', render);
    cache.clear();
    finish();
    await asked;
    expect(cache.get('/a')).toBeUndefined();
  });
});

describe('parameters of addresses', () => {
  it('keeps one page under those that it reads, whatever else was asked for', async () => {
    const cache = openCache();
    const page = (search: string, names: string[]) => async () => ({
      answer: answer(search),
      tags: ['page:list'],
      path: '/list',
      names,
      search,
    });
    await cache.obtain('/list?page=2&q=x', page('?page=2', ['page']));
    expect(cache.namesOf('/list')).toEqual(['page']);
    expect(cache.get('/list?page=2')?.text).toBe('?page=2');
    expect(cache.get('/list?page=2&q=x')).toBeUndefined();
    cache.invalidate(['page:list']);
    await cache.obtain('/list?page=2', page('', []));
    expect(cache.namesOf('/list')).toEqual([]);
    expect(cache.get('/list')?.text).toBe('');
  });

  it('are known of each page that is kept, however many there are, and of no other', async () => {
    const cache = openCache(100_000_000);
    const page =
      (path: string, search = '') =>
      async () => ({
        answer: answer(search),
        tags: [`page:${path}`],
        path,
        names: ['page'],
        search,
      });
    for (let number = 0; number < 10_001; number += 1) {
      await cache.obtain(`/${number}`, page(`/${number}`));
    }
    expect(cache.get('/0')).toBeDefined();
    expect(cache.namesOf('/0')).toEqual(['page']);
    await cache.obtain('/0?page=2', page('/0', '?page=2'));
    cache.invalidate(['page:/1', 'page:/2']);
    expect([cache.namesOf('/1'), cache.namesOf('/2')]).toEqual([[], []]);
    await cache.obtain('/1', page('/1'));
    expect(cache.namesOf('/1')).toEqual(['page']);
    cache.invalidate(['page:/0']);
    expect(cache.namesOf('/0')).toEqual([]);
  });
});

describe('what must not be kept for long', () => {
  it('is rendered anew when its time is over', async () => {
    vi.useFakeTimers();
    const cache = openCache();
    await cache.obtain('/', async () => ({ answer: answer(), tags: [], life: 3_000 }));
    vi.advanceTimersByTime(2_000);
    expect(cache.get('/')).toBeDefined();
    vi.advanceTimersByTime(2_000);
    expect(cache.get('/')).toBeUndefined();
    expect(cache.stats.bytes).toBe(0);
  });
});

describe('room', () => {
  it('makes room by dropping what nobody asked for lately', async () => {
    const cache = openCache(10 * answer('x'.repeat(4000)).weight);
    for (let i = 0; i < 10; i += 1) {
      await cache.obtain(`/${i}`, async () => ({ answer: answer('x'.repeat(4000)), tags: [] }));
    }
    cache.get('/0');
    await cache.obtain('/new', async () => ({ answer: answer('x'.repeat(4000)), tags: [] }));
    expect(cache.get('/0')).toBeDefined();
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/new')).toBeDefined();
  });

  it('stays within its bytes, and does not keep a giant', async () => {
    const cache = openCache(100_000);
    for (let i = 0; i < 200; i += 1) {
      await cache.obtain(`/${i}`, async () => ({ answer: answer('x'.repeat(3000)), tags: [`page:${i}`] }));
    }
    expect(cache.stats.bytes).toBeLessThanOrEqual(100_000);
    await cache.obtain('/giant', async () => ({ answer: answer('x'.repeat(60_000)), tags: [] }));
    expect(cache.get('/giant')).toBeUndefined();
  });
});

describe('room', () => {
  const sized = (bytes: number) => ({ answer: answer('x'.repeat(bytes)), tags: ['page'] });
  const keptOf = (cache: PageCache, ...keys: string[]) => keys.filter((key) => cache.get(key) !== undefined);

  it('keeps nothing that alone takes more than a quarter of it', async () => {
    const cache = openCache(100_000);
    await cache.obtain('/large', async () => sized(20_000));
    await cache.obtain('/small', async () => sized(2_000));
    expect(keptOf(cache, '/large', '/small')).toEqual(['/small']);
  });

  it('spares a page that was asked for once more, and only once', async () => {
    // Each weighs 9 KB: four have room.
    const cache = openCache(40_000);
    const add = (key: string) => cache.obtain(key, async () => sized(4_000));
    for (const key of ['/a', '/b', '/c', '/d']) await add(key);
    cache.get('/a');
    await add('/e');
    // '/a' was spared for '/b', and not asked for since: it goes with the next round.
    for (const key of ['/f', '/g', '/h', '/i']) await add(key);
    expect(cache.stats.pages).toBe(4);
    expect(keptOf(cache, '/a', '/b', '/f', '/g', '/h', '/i')).toEqual(['/f', '/g', '/h', '/i']);
  });

  it('gives up a render that more has changed during than it can remember', async () => {
    const cache = openCache();
    const { render, finish } = slowRender(['page']);
    const first = cache.obtain('/', render);
    cache.invalidate(Array.from({ length: 10_001 }, (_, index) => `other:${index}`));
    const next = vi.fn(async () => ({ answer: answer('anew'), tags: ['page'] }));
    expect((await cache.obtain('/', next)).text).toBe('anew');
    finish();
    await first;
    expect(cache.get('/')?.text).toBe('anew');
  });

  it('makes one who came after a change ask anew, where the render does not say what it shows', async () => {
    const cache = openCache();
    const { render, finish } = slowRender();
    void cache.obtain('/', render);
    cache.invalidate(['page']);
    const late = cache.obtain('/', async () => ({ answer: answer('anew'), tags: ['page'] }));
    finish(answer('before'));
    expect((await late).text).toBe('anew');
  });
});

it('gives what must not be kept for long until its time is over', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = openCache();
  await cache.obtain('/', async () => ({ answer: answer(), tags: ['page'], life: 3_000 }));
  vi.advanceTimersByTime(2_999);
  expect(cache.get('/')).toBeDefined();
  vi.advanceTimersByTime(2);
  expect(cache.get('/')).toBeUndefined();
  expect(cache.stats.pages).toBe(0);
});

describe('the address that an answer is kept under', () => {
  const kept = async (cache: PageCache, tags: string[] = ['page']) =>
    cache.obtain('/a', async () => ({ answer: answer(), tags, path: '/a', names: ['q'], search: '?q=1' }));

  it('is its own while it is kept, with the parameters that it reads', async () => {
    const cache = openCache();
    const own = await kept(cache);
    expect(own.address).toBe('/a?q=1');
    cache.invalidate(['page']);
    expect(own.address).toBeUndefined();
  });

  it('is taken from it when all is dropped', async () => {
    for (const act of ['clear', 'close', 'open'] as const) {
      const cache = openCache();
      const own = await kept(cache);
      cache[act]();
      expect(own.address).toBeUndefined();
    }
  });

  it('is not that of a page that changed while it was rendered, or that nobody would tell of', async () => {
    const cache = openCache();
    const { render, finish } = slowRender(['page']);
    const waiting = cache.obtain('/b', render);
    await Promise.resolve();
    cache.invalidate(['page']);
    finish();
    expect((await waiting).address).toBeUndefined();
    cache.close();
    expect((await kept(cache)).address).toBeUndefined();
  });
});
