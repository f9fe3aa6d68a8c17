import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiFetch, fetchWithin, idempotencyKey, onUnauthorised, retriedWhenBusy } from './fetch.ts';
import { ProblemError } from './problem.ts';

let server: Server;
let origin: string;
let answers: number[];
/** Seconds, as the answers say. */
let retryAfter: string | undefined;
let code: string;
let received: { headers: IncomingMessage['headers']; body: string }[];

beforeEach(async () => {
  answers = [];
  retryAfter = undefined;
  code = 'told';
  received = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    const status = answers.shift();
    if (status === undefined) return;
    const wait = retryAfter && { 'Retry-After': retryAfter };
    response.writeHead(status, { 'Content-Type': 'application/problem+json', ...wait });
    response.end(JSON.stringify({ status, code, errors: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  onUnauthorised(async () => false);
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

it('throws the problem of an answer that is not a success', async () => {
  answers = [409];
  await expect(apiFetch(`${origin}/x`)).rejects.toMatchObject({
    name: 'ProblemError',
    status: 409,
    code: 'told',
  });
});

it('calls it a time-out when the answer does not come in time', async () => {
  await expect(fetchWithin(40)(`${origin}/x`)).rejects.toMatchObject({ status: 0, code: 'timeout' });
});

it('calls it a network error when nobody listens', async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(apiFetch(`${origin}/x`)).rejects.toMatchObject({ status: 0, code: 'network_error' });
});

it('leaves an abort by the caller an abort', async () => {
  const abort = new AbortController();
  const call = apiFetch(`${origin}/x`, { signal: abort.signal });
  abort.abort();
  await expect(call).rejects.not.toBeInstanceOf(ProblemError);
});

it('sends a call again, body and all, once the session was renewed', async () => {
  answers = [401, 200];
  const renew = vi.fn(async () => true);
  onUnauthorised(renew);
  const response = await apiFetch(`${origin}/x`, { method: 'POST', body: 'kept' });
  expect(response.status).toBe(200);
  expect(renew).toHaveBeenCalledOnce();
  expect(received.map(({ body }) => body)).toEqual(['kept', 'kept']);
});

it('renews once only', async () => {
  answers = [401, 401];
  onUnauthorised(async () => true);
  await expect(apiFetch(`${origin}/x`)).rejects.toMatchObject({ status: 401 });
  expect(received).toHaveLength(2);
});

it('does not renew for the token calls themselves', async () => {
  answers = [401];
  const renew = vi.fn(async () => true);
  onUnauthorised(renew);
  await expect(apiFetch(`${origin}/auth/tokens`, { method: 'POST' })).rejects.toMatchObject({ status: 401 });
  expect(renew).not.toHaveBeenCalled();
});

it('tells the services when the visitor asks not to be tracked', async () => {
  answers = [200, 200];
  await apiFetch(`${origin}/x`);
  vi.stubGlobal('navigator', { doNotTrack: '1' });
  await apiFetch(`${origin}/x`);
  expect(received.map(({ headers }) => headers['x-do-not-track'])).toEqual([undefined, '1']);
});

it('sends what a service was too busy for once more, body and all, when it says that it may', async () => {
  const send = retriedWhenBusy(apiFetch);
  retryAfter = '0.01';
  answers = [503, 200];
  expect((await send(`${origin}/x`, { method: 'PUT', body: 'kept' })).status).toBe(200);
  expect(received.map(({ body }) => body)).toEqual(['kept', 'kept']);
  answers = [503, 503];
  await expect(send(`${origin}/x`)).rejects.toMatchObject({ status: 503 });
  expect(received).toHaveLength(4);
});

it('does not repeat what may have been done, nor what nobody waits for any more', async () => {
  const send = retriedWhenBusy(apiFetch);
  answers = [503];
  await expect(send(`${origin}/x`)).rejects.toMatchObject({ status: 503 });
  retryAfter = '0.01';
  answers = [504];
  await expect(send(`${origin}/x`)).rejects.toMatchObject({ status: 504 });
  for (code of ['process_stopping', 'service_unreachable']) {
    answers = [503];
    await expect(send(`${origin}/x`)).rejects.toMatchObject({ status: 503 });
  }
  code = 'told';
  retryAfter = '3600';
  answers = [503];
  const abort = new AbortController();
  const call = send(`${origin}/x`, { signal: abort.signal });
  await expect.poll(() => received.length).toBe(5);
  abort.abort();
  await expect(call).rejects.not.toBeInstanceOf(ProblemError);
  expect(received).toHaveLength(5);
});

it('has keys over plain http, too, where browsers have no crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = [1, 2].map(() => idempotencyKey()['Idempotency-Key']);
  vi.unstubAllGlobals();
  expect(new Set(keys).size).toBe(2);
});
