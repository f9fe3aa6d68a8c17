import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from 'node:http';
import { Readable } from 'node:stream';
import { watching } from './watch.ts';

/** Less than the gateway waits for the host, so that visitors get a page that says what is wrong. */
const TIMEOUT = 6_000;
const LARGEST = 64 * 1024 * 1024;
const ATTEMPTS = 3;
const PAUSE = 30;

/** Why a service gave no answer, with the status that says so to a visitor. */
export class UpstreamError extends Error {
  readonly status: 502 | 503 | 504;
  /**
   * What visitors are told. Never 502 or 504: those the gateway says of the host itself, and shows content's page
   * instead of the host's.
   */
  readonly visitorStatus = 503;

  constructor(status: 502 | 503 | 504, message: string) {
    super(message);
    this.status = status;
  }
}

export interface UpstreamAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * One service, over connections that are kept open. node:http, because it answers in less time than fetch and its
 * connections need no dependency.
 */
export class Upstream {
  private readonly agent = new Agent({
    keepAlive: true,
    maxSockets: 64,
    maxFreeSockets: 64,
    scheduling: 'lifo',
  });
  private readonly base: URL;
  private readonly timeout: number;

  constructor(base: string, timeout = TIMEOUT) {
    this.base = new URL(base);
    this.timeout = timeout;
  }

  /** GETs `path`. Throws UpstreamError: 503 not reachable, 504 too slow, 502 broken off. */
  get(path: string, headers: Record<string, string>, timeout = this.timeout): Promise<UpstreamAnswer> {
    return this.repeatable({ method: 'GET', path, headers }, timeout);
  }

  /** POSTs JSON that changes nothing, so that it may be sent twice. Throws as `get` does. */
  ask(path: string, headers: Record<string, string>, body: object, timeout = this.timeout) {
    return this.repeatable({ method: 'POST', path, ...asJson(headers, body) }, timeout);
  }

  /** Sends what may change something, once. Throws as `get` does; what became of it is unknown then. */
  send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
    timeout = this.timeout,
  ): Promise<UpstreamAnswer> {
    const sent = body === undefined ? { headers } : asJson(headers, body);
    // Not over a connection that may be closed just now: nothing could tell whether it arrived.
    const deadline = performance.now() + timeout;
    return this.attempt({ method, path, ...sent, agent: false }, deadline).catch(rethrow);
  }

  /** Sends a body on as it arrives, once. Throws as `get` does; an answer that comes before the body's end counts. */
  pass(
    path: string,
    headers: Record<string, string>,
    body: Readable,
    timeout = this.timeout,
  ): Promise<UpstreamAnswer> {
    const deadline = performance.now() + timeout;
    return this.attempt({ method: 'POST', path, headers, body, agent: false }, deadline).catch(rethrow);
  }

  private async repeatable(call: Call, timeout: number): Promise<UpstreamAnswer> {
    const deadline = performance.now() + timeout;
    for (let turn = 1; ; turn += 1) {
      try {
        return await this.attempt(call, deadline);
      } catch (error) {
        if (turn === ATTEMPTS || !isBrokenOff(error)) return rethrow(error);
        // The process of the service ended, or closed an idle connection at the moment we took it up. Over a fresh one
        // another may answer, whose others are gone as well.
        call = { ...call, agent: false };
        if (turn > 1) await new Promise((over) => setTimeout(over, PAUSE));
      }
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private attempt(call: Call, deadline: number): Promise<UpstreamAnswer> {
    const watch = watching();
    if (!watch) return this.exchange(call, deadline);
    return watch.call(call, this.base.host, (headers) => this.exchange({ ...call, headers }, deadline));
  }

  private exchange({ body, ...call }: Call, deadline: number): Promise<UpstreamAnswer> {
    const { hostname, port } = this.base;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answer = new Promise<UpstreamAnswer>((resolve, reject) => {
      const request = openRequest({ agent: this.agent, hostname, port, ...call }, (response) => {
        const { statusCode = 502, headers } = response;
        readBody(response).then((body) => resolve({ status: statusCode, headers, body }), reject);
      });
      request.on('error', reject);
      // Not an AbortSignal, which costs each request more than all its headers.
      timer = setTimeout(() => {
        reject(new UpstreamError(504, 'No answer in time.'));
        request.destroy();
      }, deadline - performance.now());
      if (body instanceof Readable) body.pipe(request);
      else request.end(body);
    });
    return answer.finally(() => clearTimeout(timer));
  }
}

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | Readable;
  /** False for a connection of its own. */
  agent?: false;
}

function asJson(
  headers: Record<string, string>,
  body: object,
): { headers: Record<string, string>; body: Buffer } {
  const bytes = Buffer.from(JSON.stringify(body));
  const length = String(bytes.length);
  return {
    headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': length },
    body: bytes,
  };
}

function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > LARGEST) response.destroy(new UpstreamError(502, 'The answer is too large.'));
    });
    response.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    response.on('error', reject);
  });
}

function isBrokenOff(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNREFUSED';
}

function rethrow(error: unknown): never {
  if (error instanceof UpstreamError) throw error;
  const { code, message } = error as { code?: string; message: string };
  const isAway = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH';
  throw new UpstreamError(isAway ? 503 : 502, message);
}
