import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Upstream } from './upstream.ts';

const running: Server[] = [];
const opened: Upstream[] = [];

/** Something that speaks HTTP, well or badly, and the address it does it at. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  running.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function upstream(address: string, timeout?: number): Upstream {
  const made = new Upstream(address, timeout);
  opened.push(made);
  return made;
}

afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  for (const server of running.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

describe('Upstream', () => {
  it('answers status and body, over one connection', async () => {
    const ports = new Set<number | undefined>();
    const address = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(404).end(`${request.url} ${request.headers['x-request-id']}`);
    });
    const service = upstream(address);
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, body } = await service.get('/a?b=c', { 'X-Request-Id': 'id' });
      expect([status, body.toString()]).toEqual([404, '/a?b=c id']);
    }
    expect(ports.size).toBe(1);
  });

  it('is 503 when nobody is there', async () => {
    const address = await serve(() => {});
    await new Promise((closed) => running.pop()?.close(closed));
    await expect(upstream(address).get('/', {})).rejects.toMatchObject({ status: 503 });
  });

  it('is 504 when no answer comes in time, and when it does not end', async () => {
    const silent = upstream(await serve(() => {}), 50);
    await expect(silent.get('/', {})).rejects.toMatchObject({ status: 504 });
    const endless = upstream(await serve((_request, response) => void response.write('begun')), 50);
    await expect(endless.get('/', {})).rejects.toMatchObject({ status: 504 });
  });

  it('is 502 when the answer breaks off', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half', () => response.socket?.destroy());
    });
    await expect(upstream(address).get('/', {})).rejects.toMatchObject({ status: 502 });
  });

  it('asks again over fresh connections when a process of the service ends', async () => {
    let count = 0;
    const ports = new Set<number | undefined>();
    const address = await serve((request, response) => {
      count += 1;
      ports.add(request.socket.remotePort);
      // The second and the third request arrive on connections that are closed under their hands.
      if (count === 2 || count === 3) request.socket.resetAndDestroy();
      else response.end('well');
    });
    const service = upstream(address);
    await service.get('/', {});
    expect((await service.get('/', {})).body.toString()).toBe('well');
    expect([count, ports.size]).toEqual([4, 3]);
  });

  it('gives up on one that breaks off each time, and never sends twice what may change something', async () => {
    let count = 0;
    const address = await serve((request) => {
      count += 1;
      request.socket.resetAndDestroy();
    });
    await expect(upstream(address).get('/', {})).rejects.toMatchObject({ status: 502 });
    expect(count).toBe(3);
    await expect(upstream(address).send('PUT', '/', {}, {})).rejects.toMatchObject({ status: 502 });
    expect(count).toBe(4);
  });
});
