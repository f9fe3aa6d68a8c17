import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Leaving } from './leaving.ts';

let server: Server;
let agent: Agent;

beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  // With its headers as the host writes them: past the ones that Node would add to.
  server = createServer((_request, response) => response.writeHead(200, ['Content-Length', '4']).end('well'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});

afterEach(() => {
  vi.useRealTimers();
  agent.destroy();
  server.close();
});

/** An answer's `Connection` header. */
async function connectionOf(): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port }, resolve).on('error', reject);
  });
  await answer.resume().toArray();
  return answer.headers.connection;
}

it('answers on, over connections that end with the answer', async () => {
  const leaving = new Leaving();
  expect([leaving.isReady, await connectionOf()]).toEqual([true, 'keep-alive']);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let isOver = false;
  const announced = leaving.announce(server, 200).then(() => {
    isOver = true;
  });
  expect([leaving.isReady, await connectionOf(), isOver]).toEqual([false, 'close', false]);
  vi.advanceTimersByTime(200);
  await announced;
});

it('takes no time where nobody has to notice', async () => {
  const leaving = new Leaving();
  await leaving.announce(server, 0);
  expect(leaving.isReady).toBe(false);
});
