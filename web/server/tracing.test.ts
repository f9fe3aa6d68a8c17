import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HostTracing } from './tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const UNSENT = `00-${TRACE}-00f067aa0ba902b7-00`;

/** Takes what it is sent. */
const collector = createServer((request, response) => request.resume().on('end', () => response.end()));
beforeAll(() => new Promise<void>((done) => collector.listen(0, '127.0.0.1', done)));
afterAll(() => collector.close());

let tracing: HostTracing;
let said: string[];
afterEach(() => tracing.close());

/** What a request is called, and which trace a service is told of that it has asked. */
async function asked(share: number, headers: Record<string, string> = {}, port?: number, url = '/') {
  const at = port ?? (collector.address() as AddressInfo).port;
  const settings = { url: `http://127.0.0.1:${at}/v1/traces`, headers: {}, share };
  said = [];
  tracing = new HostTracing(settings, '1', (_level, message) => said.push(message));
  const request = { method: 'GET', url, headers } as unknown as IncomingMessage;
  const response = Object.assign(new EventEmitter(), { headersSent: true, statusCode: 200 });
  let told: Record<string, string> = {};
  const call = () =>
    tracing.call({ method: 'GET', path: '/page', headers: {} }, 'content', async (carried) => {
      told = carried;
      return { status: 200 };
    });
  await new Promise<void>((done) => {
    const answer = async () => {
      await Promise.resolve();
      await tracing.part('render', call);
      done();
    };
    tracing.around(answer, () => '/*')(request, response as unknown as ServerResponse);
  });
  response.emit('close');
  return { id: request.headers['x-request-id'], traceparent: told.traceparent };
}

describe('a trace that is not sent', () => {
  it('names its request, and the services that are asked do not send it either', async () => {
    const { id, traceparent } = await asked(0);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(traceparent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`));
  });

  it('goes on where it came from somewhere else', async () => {
    expect(await asked(1, { traceparent: UNSENT })).toEqual({ id: TRACE, traceparent: UNSENT });
  });

  it('is another where what came names none', async () => {
    const { id, traceparent } = await asked(0, { traceparent: `00-${TRACE}-00` });
    expect(id).not.toBe(TRACE);
    expect(traceparent).toMatch(/-00$/);
  });
});

describe('a trace that is sent', () => {
  it('is lost where the collector is away, and the host ends all the same', async () => {
    await asked(1, {}, 9);
    await tracing.close();
    expect(said).toEqual(['the last traces could not be sent']);
  }, 20_000);

  it('goes on within the span that asks', async () => {
    const { id, traceparent } = await asked(1);
    expect(traceparent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
  });

  it('is so though the host would not have chosen it', async () => {
    const { id, traceparent } = await asked(0, { traceparent: UNSENT.replace(/0$/, '1') });
    expect(id).toBe(TRACE);
    expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
  });
});

it('is nothing that is asked time and again', async () => {
  expect(await asked(1, {}, undefined, '/readyz')).toEqual({ id: undefined, traceparent: undefined });
});
