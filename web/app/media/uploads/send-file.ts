/**
 * Sends one file, and goes on after a lost connection. Small files are one request, which is repeated with its key; larger
 * ones go by tus, so that what has arrived is not sent again. It becomes a new file, or the content of one that is there.
 */

import { t } from '@lingui/core/macro';
import { apiFetch, fetchWithin, idempotencyKey, ifMatch } from '../../api/fetch.ts';
import { type FileRecord, readFile } from '../../api/files.ts';
import { uploadsBegin, uploadsDelete, uploadsGet } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { contentKey, onItsVersion } from './content.ts';
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
import type { Sending } from './transport.ts';

export interface Source {
  file: File;
  name: string;
  /** The folder that it goes into, empty for the top. */
  folder: string;
  /** The same for each attempt: the file is stored once. */
  key: string;
  /** False: for editors alone. */
  isPublic?: boolean;
  /** The file whose content it becomes, as it was read. */
  replaces?: FileRecord;
  /** Of an upload that was begun before. */
  uploadId?: string;
}

/** Bytes up to which a file is one request. */
export const AT_ONCE = 8_000_000;
const FINISHING = 1_800_000;

/** The file that came of it. ProblemError with the server's reason, AbortError where it was ended. */
export function sendFile(source: Source, watcher: Watcher, means: Means = inBrowser): Promise<FileRecord> {
  return onItsVersion(source, () =>
    source.file.size <= AT_ONCE
      ? persisting(() => sendAtOnce(source, watcher, means), watcher, means, {
          renew: renewSession,
          file: source.file,
        })
      : remembering(rememberedAs(source), (memory) => {
          source.uploadId ??= memory.known;
          return sendResumable(source, placeOf(source, memory), watcher, means);
        }),
  );
}

/** Somebody chooses a content again by its own name: that of the file that gets it says nothing of the disk. */
const rememberedAs = ({ file, name, folder, isPublic, replaces }: Source) =>
  replaces ? { file, name: file.name, replaces: contentKey(replaces) } : { file, name, folder, isPublic };

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

async function sendAtOnce(source: Source, watcher: Watcher, { transport }: Means): Promise<FileRecord> {
  const { file, key, replaces } = source;
  const { signal, onProgress, onFinishing } = watcher;
  const request = replaces ? contentOf(file, replaces) : formOf(source);
  const response = await transport({
    ...request,
    headers: { ...request.headers, ...idempotencyKey(key) },
    signal,
    onProgress: (sent) => {
      // The form around the file counts as sent, too.
      onProgress(Math.min(sent, file.size));
      if (sent >= file.size) onFinishing();
    },
  });
  const answer: unknown = await response.json();
  return replaces ? (answer as FileRecord) : storedIn(answer as Uploaded);
}

type Request = Pick<Sending, 'method' | 'url' | 'headers' | 'body'>;

function formOf({ file, name, folder, isPublic = true }: Source): Request {
  const body = new FormData();
  body.append('filenames', JSON.stringify([name]));
  body.append('bucketName', folder);
  if (!isPublic) body.append('isPublic', 'false');
  body.append('files', file, name);
  return { method: 'POST', url: '/cms/files', headers: {}, body };
}

const contentOf = (file: File, { id, version }: FileRecord): Request => ({
  method: 'PUT',
  url: `/cms/files/${id}/content`,
  headers: { ...ifMatch(version), 'Content-Type': 'application/octet-stream' },
  body: file,
});

interface Uploaded {
  success: Record<string, FileRecord>;
  failed: Record<string, { status: number; code: string; detail: string }>;
}

/** The one file in an answer. ProblemError where it was refused, or where the answer names no file at all. */
function storedIn({ success, failed }: Partial<Uploaded>): FileRecord {
  const [stored] = Object.values(success ?? {});
  if (stored) return stored;
  const [problem] = Object.values(failed ?? {});
  // Of a program in between, perhaps, that answers 200 to everything.
  throw new ProblemError(problem?.status ?? 500, problem ?? { detail: t`Unexpected response` });
}

async function begin({ file, name, folder, isPublic = true, replaces }: Source): Promise<string> {
  const described: Record<string, string> = replaces
    ? { replaces: replaces.id }
    : { filename: name, bucketName: folder, ...(isPublic ? {} : { isPublic: 'false' }) };
  const { data } = await uploadsBegin({
    headers: {
      'Upload-Length': file.size,
      'Upload-Metadata': metadataOf(described),
      ...TUS,
      ...(replaces && ifMatch(replaces.version)),
    },
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
