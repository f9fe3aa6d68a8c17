/** For tests: what is sent of a file, by a transport and to a server that do as they are told. */
import { vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { answerCalls, type Call } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import type { Sending } from './transport.ts';

export const lost = () => new ProblemError(0, { code: 'network_error' });
export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
export const fileOf = (size: number) => new File([new Uint8Array(size)], 'a.bin');

export function watching(controller = new AbortController()) {
  const reported: unknown[] = [];
  const watcher = {
    signal: controller.signal,
    onProgress: (sent: number) => reported.push(sent),
    onWaiting: (isWaiting: boolean) => isWaiting && reported.push('waiting'),
    onFinishing: () => reported.push('finishing'),
  };
  return { reported, watcher, controller };
}

/** A transport that does what it is told, attempt by attempt. */
export function transportOf(...attempts: ((sending: Sending) => Response | Promise<Response>)[]) {
  const sent: Sending[] = [];
  const pause = vi.fn(async () => undefined);
  const transport = async (sending: Sending) => {
    sent.push(sending);
    const attempt = attempts[sent.length - 1];
    if (!attempt) throw new Error('one attempt too many');
    return attempt(sending);
  };
  return { sent, means: { transport, pause }, pause };
}

export const source = (size: number) => ({ file: fileOf(size), name: 'a.bin', folder: 'Summer', key: 'k1' });

/** The server's side of tus: `offsets` are what it has at each question, `404` that it knows nothing of the upload. */
export function answerTus(...offsets: number[]) {
  let asked = 0;
  return answerCalls(({ method, path }: Call) => {
    if (method === 'POST' && path === '/cms/uploads') return { status: 201, body: { id: 'u1' } };
    if (method === 'HEAD') {
      asked += 1;
      const offset = offsets[asked - 1] ?? 0;
      return offset === 404 ? { status: 404 } : { headers: { 'Upload-Offset': String(offset) } };
    }
    if (path.endsWith('/completion')) return { body: {} };
    if (path === '/cms/uploads/u1') return { body: { id: 'u1', entityId: 'f1' } };
    return { body: aFile('f1') };
  });
}
