import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HostTracing } from './tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const UNSENT = `00-${TRACE}-00f067aa0ba902b7-00`;

/** Sends none, unless it is asked to go on with one that is sent. */
const tracing = new HostTracing(
  { url: 'http://127.0.0.1:9/v1/traces', headers: {}, share: 0 },
  '1',
  () => {},
);

/** What a service is asked with. */
async function call(): Promise<Record<string, string>> {
  let sent: Record<string, string> = {};
  await tracing.call(
    { method: 'GET', path: '/client/page-render', headers: {} },
    'content',
    async (headers) => {
      sent = headers;
      return { status: 200 };
    },
  );
  return sent;
}

/** The id that a request has, and what the service is asked with that its answer needs. */
async function answered(headers: Record<string, string>, url = '/') {
  const request = { method: 'GET', url, headers } as unknown as IncomingMessage;
  const response = { once: () => response } as unknown as ServerResponse;
  let asked: Promise<Record<string, string>> | undefined;
  tracing.around(
    () => {
      // After something else was waited for, as in a handler.
      asked = Promise.resolve().then(() => tracing.part('content', call));
    },
    () => '/*',
  )(request, response);
  return { id: request.headers['x-request-id'], asked: (await asked)?.['traceparent'] };
}

describe('a trace that is not sent', () => {
  it('names its request, and the service that is asked is told', async () => {
    const { id, asked } = await answered({ 'x-request-id': 'of-somebody' });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(asked).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`));
    expect((await answered({})).id).not.toBe(id);
  });

  it('goes on where it came from another part', async () => {
    expect(await answered({ traceparent: UNSENT })).toEqual({ id: TRACE, asked: UNSENT });
  });

  it('is another where what came names none', async () => {
    const { id, asked } = await answered({ traceparent: `00-${TRACE}-00` });
    expect(id).not.toBe(TRACE);
    expect(asked).toMatch(/-00$/);
  });
});

describe('a trace that is sent', () => {
  it('has a span of the host that the service goes on from', async () => {
    const { id, asked } = await answered({ traceparent: UNSENT.replace(/0$/, '1') });
    expect(id).toBe(TRACE);
    expect(asked).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(asked).not.toContain('00f067aa0ba902b7');
  });
});

it('is nothing that is asked time and again, or by the host itself', async () => {
  expect(await answered({}, '/readyz')).toEqual({ id: undefined, asked: undefined });
  expect(await call()).toEqual({});
});

it('is not sent to a collector that is away, which keeps nobody from leaving', async () => {
  await answered({ traceparent: UNSENT.replace(/0$/, '1') });
  await expect(tracing.close()).resolves.toBeUndefined();
});
