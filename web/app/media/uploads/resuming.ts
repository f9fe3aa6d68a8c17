/** Sends what is large, and goes on after a lost connection: what has arrived is not sent again (tus). */
import { t } from '@lingui/core/macro';
import { apiFetch } from '../../api/fetch.ts';
import { ProblemError } from '../../api/problem.ts';
import { send, type Transport } from './transport.ts';

export interface Watcher {
  signal: AbortSignal;
  /** Bytes that have been sent so far. */
  onProgress: (sent: number) => void;
  /** Nobody answers; it is tried again. */
  onWaiting: (isWaiting: boolean) => void;
  /** All of it is there, and something is made of it. */
  onFinishing: () => void;
}

export interface Means {
  transport: Transport;
  /** Waits before the next attempt, shorter where the connection comes back. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What is sent. */
export interface Sent {
  file: File;
  /** Of an upload that was begun before. */
  uploadId?: string;
}

/** Where it goes. */
export interface Place<T> {
  /** Begins an upload; gives its id. */
  begin: () => Promise<string>;
  address: (id: string) => string;
  /** What came of it. Asked again after a lost connection, it is the same. */
  finish: (id: string) => Promise<T>;
}

/** Attempts in a row that get nowhere, before somebody is asked to try again: half a minute of a server that is away … */
const MOST_REFUSED = 8;
/** … and ten minutes without any answer. A device that knows itself to be offline waits for as long as that is so. */
const MOST_UNANSWERED = 45;
const LONGEST_PAUSE = 15_000;
export const TUS = { 'Tus-Resumable': '1.0.0' };

export const inBrowser: Means = { transport: send, pause: pauseOrOnline };

interface Persistence {
  /** Whether the last attempt got somewhere. */
  hasMoved?: () => boolean;
  /** Renews a session that ran out meanwhile; calls that go through `apiFetch` do so themselves. */
  renew?: () => Promise<unknown>;
  /** What is sent: it can be moved or changed meanwhile, which the browser calls a lost connection. */
  file?: Blob;
}

/** Does it again while nobody answers. */
export async function persisting<T>(
  attempt: () => Promise<T>,
  { signal, onWaiting }: Pick<Watcher, 'signal' | 'onWaiting'>,
  { pause }: Pick<Means, 'pause'> = inBrowser,
  { hasMoved = () => false, renew, file }: Persistence = {},
): Promise<T> {
  let isRefused = false;
  for (let failures = 1; ; failures += 1) {
    try {
      if (isRefused) await renew?.();
      const done = await attempt();
      onWaiting(false);
      return done;
    } catch (error) {
      if (hasMoved() || !navigator.onLine) failures = 1;
      if (!mayPass(error) || failures >= mostOf(error)) throw error;
      isRefused = error.status === 401;
      // The token ran out while it was sent: any call renews it.
      if (!isRefused) {
        onWaiting(true);
        const wait = error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** failures;
        await pause(Math.min(wait, LONGEST_PAUSE), signal);
      }
      if (signal.aborted) throw new DOMException('The upload was ended.', 'AbortError');
      if (file) await checkReadable(file);
    }
  }
}

/** Whether it may go well the next time. A place from which to go on can be asked for again. */
const mayPass = (error: unknown): error is ProblemError =>
  error instanceof ProblemError &&
  (error.isUnreachable || [401, 429].includes(error.status) || error.code === 'offset_mismatch');

const mostOf = ({ status, code }: ProblemError) =>
  status === 0 && code !== 'upload_not_found' ? MOST_UNANSWERED : MOST_REFUSED;

async function checkReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new ProblemError(0, {
      code: 'file_unreadable',
      title: t`File not readable`,
      detail: t`The file has been changed or moved since it was chosen. Choose it again.`,
    });
  }
}

/** What came of it. ProblemError with the server's reason, AbortError where it was ended. */
export async function sendResumable<T>(
  sent: Sent,
  place: Place<T>,
  watcher: Watcher,
  means: Means = inBrowser,
): Promise<T> {
  const { file } = sent;
  let best = -1;
  let isFurther = false;
  const noteOffset = (offset: number) => {
    isFurther = offset > best;
    best = Math.max(best, offset);
    watcher.onProgress(offset);
  };
  const attempt = async () => {
    isFurther = false;
    sent.uploadId ??= await place.begin();
    if (watcher.signal.aborted) throw new DOMException('The upload was ended.', 'AbortError');
    const address = place.address(sent.uploadId);
    const offset = await offsetOf(address);
    if (offset === undefined) {
      // It has expired: all of it is sent anew.
      sent.uploadId = undefined;
      throw new ProblemError(0, { code: 'upload_not_found' });
    }
    noteOffset(offset);
    if (offset < file.size) await append(address, file, offset, watcher, means);
    watcher.onFinishing();
    return place.finish(sent.uploadId);
  };
  return persisting(attempt, watcher, means, { hasMoved: () => isFurther, file });
}

/** How much of it has arrived; undefined where there is no such upload any more. */
async function offsetOf(address: string): Promise<number | undefined> {
  try {
    const { headers } = await apiFetch(here(address), { method: 'HEAD', headers: TUS });
    return Number(headers.get('upload-offset'));
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

async function append(
  url: string,
  file: File,
  offset: number,
  watcher: Watcher,
  means: Means,
): Promise<void> {
  await means.transport({
    method: 'PATCH',
    url,
    headers: { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body: file.slice(offset),
    signal: watcher.signal,
    onProgress: (sent) => {
      watcher.onWaiting(false);
      watcher.onProgress(offset + sent);
    },
  });
}

/** What is said of an upload when it begins. */
export const metadataOf = (described: Record<string, string>): string =>
  Object.entries(described)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

export const here = (path: string) => new URL(path, window.location.origin);

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Ends at once when the browser has its connection back. */
export function pauseOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(clock);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const clock = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
