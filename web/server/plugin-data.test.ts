import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { PageBuilder } from '../app/page-view/testing/example-page.ts';
import type { PostService } from '../app/plugins/contract.ts';
import type { Log } from './log.ts';
import { PluginData } from './plugin-data.ts';
import { Services } from './services.ts';

type Asked = { path: string; authorization?: string; body: { plugins: { id: string }[]; query: object } };

const running: Server[] = [];

/** A service that answers with these words for every instance; what it was asked is noted. */
async function service(asked: Asked[], answer: (body: Asked['body']) => { status?: number; body: unknown }) {
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = JSON.parse(await text(request));
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const { status = 200, body: said } = answer(body);
    response.writeHead(status).end(JSON.stringify(said));
  });
  running.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

const manifestOf = (ref: string) =>
  ref.startsWith('ecom.')
    ? { dataFrom: 'ecom' as const }
    : ref.startsWith('crm.')
      ? { dataFrom: 'crm' as const }
      : {};

/** Waits for answers for as long as a busy machine may take. */
const dataOf = (
  services: Services,
  isFollowed: (service: PostService) => boolean = () => true,
  log: Log = () => {},
) => new PluginData(services, manifestOf, isFollowed, log, 60_000);

function page() {
  const builder = new PageBuilder();
  const refs = ['ecom.product', 'cms.text', 'crm.notice', 'ecom.product'];
  const render = builder.render([
    builder.node('col', ...refs.map((ref) => builder.plugin(ref, { of: ref }))),
  ]);
  return { ...render, query: { page: 2 } };
}

const said =
  (words: string, more: object = {}) =>
  (body: Asked['body']) => ({
    body: {
      plugins: Object.fromEntries(
        body.plugins.map(({ id }) => [id, { data: `${words} ${id}`, tags: [`${words}:${id}`] }]),
      ),
      isCacheable: true,
      ...more,
    },
  });

describe('data of other services', () => {
  it('is asked for once for each service, with the visitor’s token, and brings its tags', async () => {
    const shop: Asked[] = [];
    const customers: Asked[] = [];
    const services = new Services({
      ecom: await service(shop, said('price')),
      crm: await service(customers, said('note')),
    });
    const data = dataOf(services);
    const { render, isLasting } = await data.complete(page(), 'request-1', 'secret');
    expect(Object.values(render.plugins).map((plugin) => plugin.data)).toEqual([
      'price p1',
      undefined,
      'note p3',
      'price p4',
    ]);
    expect(render.tags).toEqual([
      'page:page',
      'service:ecom',
      'service:crm',
      'price:p1',
      'price:p4',
      'note:p3',
    ]);
    expect([render.isCacheable, isLasting]).toEqual([true, true]);
    expect(shop).toHaveLength(1);
    expect(shop[0]).toMatchObject({
      path: '/ecom/plugin-data',
      authorization: 'Bearer secret',
      body: {
        page: { id: 'page', url: '/about' },
        query: { page: 2 },
        plugins: [
          { id: 'p1', ref: 'ecom.product', fields: { of: 'ecom.product' } },
          { id: 'p4', ref: 'ecom.product', fields: { of: 'ecom.product' } },
        ],
      },
    });
    services.close();
  });

  it.each([
    ['is away', async () => 'http://127.0.0.1:1'],
    ['fails', () => service([], () => ({ status: 500, body: {} }))],
    ['is not part of the site', async () => ''],
  ])('is left out where its service %s, and the page is not kept for long', async (_how, url) => {
    const services = new Services({ ecom: await url(), crm: await service([], said('note')) });
    const told: unknown[] = [];
    const data = dataOf(
      services,
      () => true,
      (...line) => told.push(line),
    );
    const { render, isLasting } = await data.complete(page(), 'request-1');
    expect(render.plugins.p1?.data).toBeUndefined();
    expect(render.plugins.p3?.data).toBe('note p3');
    expect([render.isCacheable, isLasting]).toEqual([true, false]);
    expect(told).toHaveLength(1);
    services.close();
  });

  it('is kept for long only where the host is told of its changes, and not at all where it is somebody’s', async () => {
    const url = await service([], said('price', { isCacheable: false }));
    const services = new Services({ ecom: url, crm: url });
    const data = dataOf(services, (service) => service === 'ecom');
    const { render, isLasting } = await data.complete(page(), 'request-1');
    expect([render.isCacheable, isLasting]).toEqual([false, false]);
    services.close();
  });

  it('is not kept for long where its service began to be followed only while it was asked', async () => {
    const services = new Services({
      ecom: await service([], said('price')),
      crm: await service([], said('note')),
    });
    let isFollowed = false;
    const data = dataOf(services, () => {
      const answer = isFollowed;
      isFollowed = true;
      return answer;
    });
    const first = await data.complete(page(), 'request-1');
    const second = await data.complete(page(), 'request-2');
    expect([first.isLasting, second.isLasting]).toEqual([false, true]);
    services.close();
  });

  it('brings the files that it shows', async () => {
    const image = { id: 'f', address: '/files/f.jpg' };
    const url = await service([], () => ({
      body: { plugins: { p1: { data: 1, tags: [], files: { f: image } } }, isCacheable: true },
    }));
    const services = new Services({ ecom: url, crm: url });
    const { render } = await dataOf(services).complete(page(), 'request-1');
    expect([render.plugins.p1?.files, render.plugins.p4?.files]).toEqual([{ f: image }, undefined]);
    services.close();
  });

  it('costs a page without such plugins nothing', async () => {
    const render = new PageBuilder().render([]);
    const data = dataOf(new Services({}), () => false);
    expect(await data.complete(render, 'request-1')).toEqual({ render, isLasting: true, isMissing: false });
  });
});

it('says that the address names what is not there, where any of it says so', async () => {
  const complete = async (isMissing: boolean) => {
    const answer = (body: Asked['body']) => ({
      body: {
        plugins: Object.fromEntries(body.plugins.map(({ id }) => [id, { data: null, tags: [], isMissing }])),
        isCacheable: true,
      },
    });
    const services = new Services({ ecom: await service([], answer), crm: await service([], said('note')) });
    return (await dataOf(services).complete(page(), 'r')).isMissing;
  };
  expect([await complete(true), await complete(false)]).toEqual([true, false]);
});
