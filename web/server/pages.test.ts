import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PageBuilder } from '../app/page-view/testing/example-page.ts';
import * as bundle from '../app/server-entry.tsx';
import type { Answer } from './answer.ts';
import { Content } from './content.ts';
import { PageCache } from './page-cache.ts';
import { Pages } from './pages.ts';
import { PluginData } from './plugin-data.ts';
import { Services } from './services.ts';
import { TemplateCss } from './template-css.ts';

const SCRIPT = '/js/min';
/** Longer than any answer takes on a busy machine: a page without it would be another one. Milliseconds. */
const IN_TIME = 60_000;

let server: Server;
let content: Content;
let pages: Pages;
/** What content answers at each address; elsewhere there is nothing. */
let answers: Record<string, object>;
/** The addresses whose pages content was asked for. */
let asked: string[];
/** Whether content fails. */
let isInTrouble: boolean;
/** The only address of a page at which it fails. */
let broken: string | undefined;

beforeEach(async () => {
  answers = {};
  asked = [];
  isInTrouble = false;
  broken = undefined;
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://content');
    const template = { id: 't', version: 1, inlineCSS: '', externalCSS: '', js: 'go()', minified: null };
    const isPage = url.pathname === '/client/page-render';
    const address = url.searchParams.get('url') ?? '';
    if (isPage) asked.push(address);
    const answer = isPage ? answers[address] : template;
    const isFailing = isInTrouble || (isPage && address === broken);
    response.writeHead(isFailing ? 500 : answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  content = new Content(url, { tokenFor: async () => 'token' }, IN_TIME, IN_TIME);
  pages = new Pages(parts());
});

function parts(): ConstructorParameters<typeof Pages>[0] {
  return {
    content,
    cache: new PageCache(1_000_000),
    bundle,
    templateCss: new TemplateCss(content),
    pluginData: new PluginData(
      new Services({}),
      bundle.manifestOf,
      () => false,
      () => {},
    ),
    assets: {
      publicUrl: 'http://site.example',
      visitorScript: '/v.js',
      sessionScript: '/s.js',
      trackersScript: '/t.js',
      islandsScript: '/i.js',
      islandFiles: { ofAll: '', byRef: {} },
      pluginScripts: {},
    },
    log: () => {},
  };
}

afterEach(() => {
  content.close();
  server.close();
});

async function control(made: Answer, path: string): Promise<string | null> {
  const host = createServer((request, response) => made.send(request, response));
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
  const answer = await fetch(`http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`, {
    redirect: 'manual',
  });
  host.close();
  return answer.headers.get('cache-control');
}

function page(title: string): object {
  const render = new PageBuilder().render([], { title });
  return { ...render, template: { ...render.template, hasJs: true } };
}

describe('without the template\u2019s script', () => {
  const broken = { redirect: { url: 'javascript:alert(1)', responseCode: 302 } };

  it('is what stands in for a page whose redirect leads nowhere', async () => {
    answers = { '/broken': broken, '/error/500': page('Oh no') };
    const address = { path: '/broken', search: '' };
    const usual = await pages.forAnyone(address, 'id');
    expect([usual.status, usual.text.includes('Oh no'), usual.text.includes(SCRIPT)]).toEqual([
      500,
      true,
      true,
    ]);
    const safe = await pages.safely(address, undefined, 'id');
    expect([safe.status, safe.text.includes('Oh no'), safe.text.includes(SCRIPT)]).toEqual([
      500,
      true,
      false,
    ]);
  });

  it('is a page that is there, also for its editors', async () => {
    answers = { '/': page('Home') };
    const address = { path: '/', search: '' };
    const bearer = { token: 'editor', isEditor: true };
    expect((await pages.forBearer(address, bearer, 'id')).text).toContain(SCRIPT);
    expect((await pages.safely(address, bearer, 'id')).text).not.toContain(SCRIPT);
  });
});

describe('a page whose address names what is not there', () => {
  it('is drawn with status 404, and is not kept', async () => {
    const shop = createServer((_, response) => {
      const plugins = { p1: { data: { product: null }, tags: ['catalogue'], isMissing: true } };
      response.end(JSON.stringify({ plugins, isCacheable: true }));
    });
    await new Promise<void>((ready) => shop.listen(0, '127.0.0.1', ready));
    const services = new Services({ ecom: `http://127.0.0.1:${(shop.address() as AddressInfo).port}` });
    const builder = new PageBuilder();
    const render = builder.render([builder.node('col', builder.plugin('ecom.product', {}))]);
    answers = { '/product?product=nope': { ...render, query: { product: 'nope' }, queryNames: ['product'] } };
    const cache = new PageCache(1_000_000);
    cache.open();
    const data = new PluginData(
      services,
      bundle.manifestOf,
      () => true,
      () => {},
      IN_TIME,
    );
    const own = new Pages({ ...parts(), cache, pluginData: data });
    const answer = await own.forAnyone({ path: '/product', search: '?product=nope' }, 'id');
    expect([answer.status, answer.isOfPage]).toEqual([404, true]);
    expect(answer.text).toContain('This product is not available.');
    expect(answer.text).toContain('noindex');
    expect(cache.stats.pages).toBe(0);
    services.close();
    shop.close();
  });
});

describe('what stands in for a status without a page', () => {
  const GONE = '/error/410';
  const timesAsked = () => asked.filter((address) => address === GONE).length;
  let cache: PageCache;
  let own: Pages;

  beforeEach(() => {
    answers = { '/error/500': page('Oh no') };
    cache = new PageCache(1_000_000);
    cache.open();
    own = new Pages({ ...parts(), cache });
  });

  it('is drawn once, until a page for it is made', async () => {
    const first = await own.error(410, 'id');
    expect(await own.error(410, 'id')).toBe(first);
    expect([first.status, timesAsked()]).toEqual([410, 1]);
    expect(await control(first, '/removed')).toContain('no-store');
    answers = { ...answers, [GONE]: page('Nothing here any more') };
    cache.invalidate([`address:${GONE}`]);
    expect((await own.error(410, 'id')).text).toContain('Nothing here any more');
    expect(timesAsked()).toBe(2);
  });

  it('is drawn anew once its frame has changed', async () => {
    const first = await own.error(410, 'id');
    cache.invalidate([(answers['/error/500'] as { tags: string[] }).tags[0] ?? '']);
    expect(await own.error(410, 'id')).not.toBe(first);
  });

  it('is not kept while content is in trouble', async () => {
    await own.error(410, 'id');
    cache.clear();
    isInTrouble = true;
    const meanwhile = await own.error(410, 'id');
    expect([meanwhile.status, meanwhile.text.includes('410')]).toEqual([410, true]);
    isInTrouble = false;
    expect(await own.error(410, 'id')).not.toBe(meanwhile);
    expect(timesAsked()).toBe(3);
  });

  it('is not kept where nobody knows whether there is a page for it', async () => {
    broken = GONE;
    const meanwhile = await own.error(410, 'id');
    expect(meanwhile.text).toContain(SCRIPT);
    expect(await own.error(410, 'id')).not.toBe(meanwhile);
  });

  it('has the frame of the last page for errors while content is away', async () => {
    expect((await own.error(500, 'id')).text).toContain('Oh no');
    isInTrouble = true;
    expect((await own.error(503, 'id')).text).toContain(SCRIPT);
  });

  it('says of the page for 401 alone that it is not for those who are logged in', async () => {
    expect((await own.error(401, 'id')).text).toContain('data-anybody');
    expect((await own.error(403, 'id')).text).not.toContain('data-anybody');
  });

  it('has no frame any more once the page for errors is deleted', async () => {
    expect((await own.error(410, 'id')).text).toContain(SCRIPT);
    answers = {};
    cache.clear();
    const bare = await own.error(410, 'id');
    expect([bare.status, bare.text.includes('410'), bare.text.includes(SCRIPT)]).toEqual([410, true, false]);
    isInTrouble = true;
    expect((await own.error(410, 'id')).text).not.toContain(SCRIPT);
  });
});

describe('what caches in front may keep', () => {
  function open(): Pages {
    const cache = new PageCache(1_000_000);
    cache.open();
    return new Pages({ ...parts(), cache, isPurged: true });
  }

  it('is a page for everybody, and not the same page for one who is logged in', async () => {
    answers = { '/': page('Home') };
    const own = open();
    expect(await control(await own.forAnyone({ path: '/', search: '' }, 'id'), '/')).toContain('s-maxage');
    const member = await own.forBearer({ path: '/', search: '' }, { token: 'member' }, 'id');
    expect(await control(member, '/')).toBe('private, no-store');
    const safe = await own.safely({ path: '/', search: '' }, undefined, 'id');
    expect(await control(safe, '/')).toBe('private, no-store');
  });

  it('is no page for an error, no redirect and no page with parts for some', async () => {
    const moved = { redirect: { url: '/new', responseCode: 302 } };
    const partly = { ...page('Partly'), isCacheable: false };
    answers = { '/old': moved, '/partly': partly, '/error/404': page('Nothing here') };
    const own = open();
    for (const path of ['/old', '/partly', '/error/404', '/nowhere']) {
      const made = await own.forAnyone({ path, search: '' }, 'id');
      expect([path, await control(made, path)]).toEqual([path, expect.not.stringContaining('s-maxage')]);
    }
  });
});
