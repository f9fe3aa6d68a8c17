/**
 * Sends one file, and goes on after a lost connection. Small files are one request, which is repeated with its key; larger
 * ones go by tus, so that what has arrived is not sent again.
 */

import { apiFetch, fetchWithin } from '../../api/fetch.ts';
import { type FileRecord, readFile } from '../../api/files.ts';
import { uploadsBegin, uploadsDelete, uploadsGet } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { send, type Transport } from './transport.ts';

export interface Source {
  file: File;
  name: string;
  /** The folder that it goes into, empty for the top. */
  folder: string;
  /** The same for each attempt: the file is stored once. */
  key: string;
  /** False: for editors alone. */
  isPublic?: boolean;
  /** Of an upload that was begun before. */
  uploadId?: string;
}

export interface Watcher {
  signal: AbortSignal;
  /** Bytes that have been sent so far. */
  onProgress: (sent: number) => void;
  /** Nobody answers; it is tried again. */
  onWaiting: (isWaiting: boolean) => void;
  /** All of it is there, and a file is made of it. */
  onFinishing: () => void;
}

interface Means {
  transport: Transport;
  /** Waits before the next attempt, shorter where the connection comes back. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Bytes up to which a file is one request. */
export const AT_ONCE = 8_000_000;
/** Attempts in a row that get nowhere, before somebody is asked to try again. */
const MOST_ATTEMPTS = 8;
const LONGEST_PAUSE = 15_000;
const FINISHING = 1_800_000;
const TUS = { 'Tus-Resumable': '1.0.0' };

const inBrowser: Means = { transport: send, pause: pauseOrOnline };

/** The file that came of it. ProblemError with the server's reason, AbortError where it was ended. */
export async function sendFile(
  source: Source,
  watcher: Watcher,
  means: Means = inBrowser,
): Promise<FileRecord> {
  return source.file.size <= AT_ONCE
    ? persisting(() => sendAtOnce(source, watcher, means), watcher, means)
    : sendResumable(source, watcher, means);
}

/** Gives an upload up that was begun; what of it arrived is deleted. */
export async function giveUp({ uploadId }: Source): Promise<void> {
  if (uploadId) await uploadsDelete({ path: { id: uploadId } });
}

/** Does it again while nobody answers. `hasMoved` says that the last attempt got somewhere. */
async function persisting<T>(
  attempt: () => Promise<T>,
  { signal, onWaiting }: Watcher,
  { pause }: Means,
  hasMoved = () => false,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      const done = await attempt();
      onWaiting(false);
      return done;
    } catch (error) {
      if (hasMoved()) failures = 1;
      if (!mayPass(error) || failures >= MOST_ATTEMPTS) throw error;
      // The token ran out while it was sent: any call renews it.
      if (error.status === 401) await renewSession();
      else {
        onWaiting(true);
        const wait = error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** failures;
        await pause(Math.min(wait, LONGEST_PAUSE), signal);
      }
      if (signal.aborted) throw new DOMException('The upload was ended.', 'AbortError');
    }
  }
}

/** Whether it may go well the next time. A place from which to go on can be asked for again. */
const mayPass = (error: unknown): error is ProblemError =>
  error instanceof ProblemError &&
  (error.isUnreachable || [401, 429].includes(error.status) || error.code === 'offset_mismatch');

const renewSession = () => apiFetch(here('/cms/file-entities?limit=1'));

async function sendAtOnce(
  { file, name, folder, key, isPublic = true }: Source,
  { signal, onProgress, onFinishing }: Watcher,
  { transport }: Means,
): Promise<FileRecord> {
  const body = new FormData();
  body.append('filenames', JSON.stringify([name]));
  body.append('bucketName', folder);
  if (!isPublic) body.append('isPublic', 'false');
  body.append('files', file, name);
  const response = await transport({
    method: 'POST',
    url: '/cms/files',
    headers: { 'Idempotency-Key': key },
    body,
    signal,
    onProgress: (sent) => {
      // The form around the file counts as sent, too.
      onProgress(Math.min(sent, file.size));
      if (sent >= file.size) onFinishing();
    },
  });
  const { success, failed } = (await response.json()) as {
    success: Record<string, FileRecord>;
    failed: Record<string, { status: number; code: string; detail: string }>;
  };
  const [stored] = Object.values(success);
  if (stored) return stored;
  const [problem] = Object.values(failed);
  throw new ProblemError(problem?.status ?? 500, problem ?? {});
}

async function sendResumable(source: Source, watcher: Watcher, means: Means): Promise<FileRecord> {
  const { file } = source;
  let best = -1;
  let isFurther = false;
  const noteOffset = (offset: number) => {
    isFurther = offset > best;
    best = Math.max(best, offset);
    watcher.onProgress(offset);
  };
  const attempt = async () => {
    isFurther = false;
    source.uploadId ??= await begin(source);
    const offset = await offsetOf(source.uploadId);
    if (offset === undefined) {
      // It has expired: all of it is sent anew.
      source.uploadId = undefined;
      throw new ProblemError(0, { code: 'upload_not_found' });
    }
    noteOffset(offset);
    if (offset < file.size) await append(source.uploadId, file, offset, watcher, means);
    watcher.onFinishing();
    return finish(source.uploadId);
  };
  return persisting(attempt, watcher, means, () => isFurther);
}

async function begin({ file, name, folder, isPublic = true }: Source): Promise<string> {
  const described = { filename: name, bucketName: folder, ...(isPublic ? {} : { isPublic: 'false' }) };
  const metadata = Object.entries(described);
  const { data } = await uploadsBegin({
    headers: {
      'Upload-Length': file.size,
      'Upload-Metadata': metadata.map(([key, value]) => `${key} ${base64(value)}`).join(','),
      ...TUS,
    },
  });
  return data.id;
}

/** How much of it has arrived; undefined where there is no such upload any more. */
async function offsetOf(id: string): Promise<number | undefined> {
  try {
    const { headers } = await apiFetch(here(`/cms/uploads/${id}`), { method: 'HEAD', headers: TUS });
    return Number(headers.get('upload-offset'));
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

async function append(id: string, file: File, offset: number, watcher: Watcher, means: Means): Promise<void> {
  await means.transport({
    method: 'PATCH',
    url: `/cms/uploads/${id}`,
    headers: { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body: file.slice(offset),
    signal: watcher.signal,
    onProgress: (sent) => {
      watcher.onWaiting(false);
      watcher.onProgress(offset + sent);
    },
  });
}

/** The file that is made of an upload. Asked again after a lost connection, it is the same one. */
async function finish(id: string): Promise<FileRecord> {
  await fetchWithin(FINISHING)(here(`/cms/uploads/${id}/completion`), { method: 'POST' });
  const { entityId } = (await uploadsGet({ path: { id } })).data;
  if (!entityId) throw new ProblemError(500, { code: 'upload_unfinished' });
  return readFile(entityId);
}

const here = (path: string) => new URL(path, window.location.origin);

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Ends at once when the browser has its connection back. */
function pauseOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
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
