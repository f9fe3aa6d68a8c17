/**
 * The archive that this tab is uploading. It goes on while one works elsewhere in it; leaving the page asks first. One whose
 * page was left all the same goes on where it was, once its file is chosen again.
 */
import { create } from 'zustand';
import { backupUploadsBegin, backupUploadsDelete, backupUploadsGet } from '../../api/generated/index.ts';
import { clearInterrupted, type Memory, remembering } from '../../media/uploads/interrupted.ts';
import {
  inBrowser,
  type Means,
  metadataOf,
  type Place,
  pauseOrOnline,
  type Sent,
  sendResumable,
  TUS,
} from '../../media/uploads/resuming.ts';
import { isAbort } from '../../media/uploads/transport.ts';
import { UPLOADING, warnOfLoss } from '../../ui/leave-warning.ts';

export interface BackupUpload {
  name: string;
  size: number;
  /** Bytes that have been sent. */
  sent: number;
  /** `stalled` without a connection, `arrived` until its check begins, `stopped` until somebody goes on with it. */
  state: 'sending' | 'stalled' | 'arrived' | 'stopped';
  /** Why it has stopped. */
  problem?: unknown;
}

export const useBackupUpload = create<{ upload?: BackupUpload }>(() => ({}));

/** Milliseconds between two looks at an archive that waits until no other backup is made. */
const LOOK_EVERY = 1_500;

let means: Means = inBrowser;

/** For tests: what stands in for the connection; gives the way back. */
export function setMeans(other: Means): () => void {
  means = other;
  return () => {
    means = inBrowser;
  };
}

/** What is sent, and what ends that. */
let current: { sent: Sent; controller: AbortController } | undefined;

const change = (changes: Partial<BackupUpload>) =>
  useBackupUpload.setState(({ upload }) => ({ upload: upload && { ...upload, ...changes } }));

function isUploading(): boolean {
  const { upload } = useBackupUpload.getState();
  return upload !== undefined && upload.state !== 'stopped';
}

/**
 * Uploads an archive, until its check has begun; the list shows how far that is. Ends quietly where somebody has cancelled
 * it, and where it has stopped, which the upload says. Throws ProblemError where it was not begun.
 */
export async function uploadBackup(file: File): Promise<void> {
  current = { sent: { file }, controller: new AbortController() };
  const { name, size } = file;
  useBackupUpload.setState({ upload: { name, size, sent: 0, state: 'sending' } });
  await goOn();
}

/** Goes on with an upload that has stopped. Ends as `uploadBackup` does. */
export async function resumeBackupUpload(): Promise<void> {
  change({ state: 'sending', problem: undefined });
  await goOn();
}

async function goOn(): Promise<void> {
  if (!current) return;
  const { sent, controller } = current;
  const unguard = warnOfLoss(isUploading, { question: UPLOADING });
  const watcher = {
    signal: controller.signal,
    onProgress: (bytes: number) => change({ sent: bytes, state: 'sending' }),
    onWaiting: (isWaiting: boolean) => isWaiting && change({ state: 'stalled' }),
    onFinishing: () => {
      // From here on it needs no page: the server makes a backup of it.
      if (sent.uploadId) clearInterrupted(sent.uploadId);
      change({ sent: sent.file.size, state: 'arrived' });
    },
  };
  try {
    await remembering({ file: sent.file, name: sent.file.name, isBackup: true }, (memory) => {
      sent.uploadId ??= memory.known;
      return sendResumable(sent, placeOf(sent.file, memory, controller.signal), watcher, means);
    });
    clear(controller);
  } catch (problem) {
    if (isAbort(problem)) return giveUp(sent);
    if (sent.uploadId) return change({ state: 'stopped', problem });
    clear(controller);
    throw problem;
  } finally {
    unguard();
  }
}

const placeOf = (file: File, memory: Memory, signal: AbortSignal): Place<void> => ({
  begin: async () => {
    const id = await begin(file);
    memory.note(id);
    return id;
  },
  address: (id) => `/cms/backups/uploads/${id}`,
  finish: (id) => taken(id, signal),
});

/** Ends the upload, whatever its state; what of it arrived is deleted. */
export function cancelBackupUpload(): void {
  if (!current) return;
  const { sent, controller } = current;
  controller.abort();
  // At once: what is drawn next would offer to go on with it.
  if (sent.uploadId) clearInterrupted(sent.uploadId);
  const isStopped = useBackupUpload.getState().upload?.state === 'stopped';
  clear(controller);
  if (isStopped) giveUp(sent);
}

function giveUp({ uploadId }: Sent): void {
  if (!uploadId) return;
  clearInterrupted(uploadId);
  // What is left on the server expires by itself where this does not get through.
  backupUploadsDelete({ path: { id: uploadId } }).catch(() => undefined);
}

/** Takes it off the screen, unless another one stands there meanwhile. */
function clear(controller: AbortController): void {
  if (current?.controller !== controller) return;
  current = undefined;
  useBackupUpload.setState({ upload: undefined });
}

async function begin({ name, size }: File): Promise<string> {
  const headers = { 'Upload-Length': size, 'Upload-Metadata': metadataOf({ filename: name }), ...TUS };
  return (await backupUploadsBegin({ headers })).data.id;
}

/** Waits until a backup is made of what has arrived, which is after any other that is under way. */
async function taken(id: string, signal: AbortSignal): Promise<void> {
  while (!(await backupUploadsGet({ path: { id }, signal })).data.backup) {
    await pauseOrOnline(LOOK_EVERY, signal);
    if (signal.aborted) throw new DOMException('The upload was ended.', 'AbortError');
  }
}
