/**
 * Sends one file, and goes on after a lost connection. Small files are one request, which is repeated with its key; larger
 * ones go by tus, so that what has arrived is not sent again.
 */

import { apiFetch, fetchWithin } from '../../api/fetch.ts';
import { type FileRecord, readFile } from '../../api/files.ts';
import { uploadsBegin, uploadsDelete, uploadsGet } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { clearInterrupted, type Memory, remembering } from './interrupted.ts';
import {
  here,
  inBrowser,
  type Means,
  metadataOf,
  type Place,
  persisting,
  sendResumable,
  TUS,
  type Watcher,
} from './resuming.ts';

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

/** Bytes up to which a file is one request. */
export const AT_ONCE = 8_000_000;
const FINISHING = 1_800_000;

/** The file that came of it. ProblemError with the server's reason, AbortError where it was ended. */
export function sendFile(source: Source, watcher: Watcher, means: Means = inBrowser): Promise<FileRecord> {
  return source.file.size <= AT_ONCE
    ? persisting(() => sendAtOnce(source, watcher, means), watcher, means, {
        renew: renewSession,
        file: source.file,
      })
    : remembering(source, (memory) => {
        source.uploadId ??= memory.known;
        return sendResumable(source, placeOf(source, memory), watcher, means);
      });
}

/** Gives an upload up that was begun; what of it arrived is deleted. */
export async function giveUp({ uploadId }: Source): Promise<void> {
  if (!uploadId) return;
  clearInterrupted(uploadId);
  await uploadsDelete({ path: { id: uploadId } });
}

const renewSession = () => apiFetch(here('/cms/file-entities?limit=1'));

const placeOf = (source: Source, memory: Memory): Place<FileRecord> => ({
  begin: async () => {
    const id = await begin(source);
    memory.note(id);
    return id;
  },
  address: (id) => `/cms/uploads/${id}`,
  finish: async (id) => {
    try {
      const file = await finish(id);
      clearInterrupted(id);
      return file;
    } catch (error) {
      // Refused, it is so for good: the same file chosen again is sent anew.
      if (error instanceof ProblemError && !error.isUnreachable) clearInterrupted(id);
      throw error;
    }
  },
});

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

async function begin({ file, name, folder, isPublic = true }: Source): Promise<string> {
  const described = { filename: name, bucketName: folder, ...(isPublic ? {} : { isPublic: 'false' }) };
  const { data } = await uploadsBegin({
    headers: { 'Upload-Length': file.size, 'Upload-Metadata': metadataOf(described), ...TUS },
  });
  return data.id;
}

/** The file that is made of an upload. Asked again after a lost connection, it is the same one. */
async function finish(id: string): Promise<FileRecord> {
  await fetchWithin(FINISHING)(here(`/cms/uploads/${id}/completion`), { method: 'POST' });
  const { entityId } = (await uploadsGet({ path: { id } })).data;
  if (!entityId) throw new ProblemError(500, { code: 'upload_unfinished' });
  return readFile(entityId);
}
