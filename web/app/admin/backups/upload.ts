/** The archive that this tab is uploading. It goes on while one works elsewhere in it; leaving the page asks first. */
import { create } from 'zustand';
import { backupsList } from '../../api/generated/index.ts';
import { isAbort, send } from '../../media/uploads/transport.ts';
import { UPLOADING, warnOfLoss } from '../../ui/leave-warning.ts';

export interface BackupUpload {
  name: string;
  size: number;
  /** Bytes that have been sent. */
  sent: number;
}

export const useBackupUpload = create<{ upload?: BackupUpload }>(() => ({}));

/** How an archive gets to the server. */
const server = { send };

/** For tests: what stands in for the server; gives the way back. */
export function setTransport(other: typeof send): () => void {
  server.send = other;
  return () => {
    server.send = send;
  };
}

let controller: AbortController | undefined;

const isUploading = () => useBackupUpload.getState().upload !== undefined;

/**
 * Uploads an archive and begins its check; the list shows how far that is. Ends quietly where somebody has cancelled it.
 * Throws ProblemError.
 */
export async function uploadBackup(file: File): Promise<void> {
  const own = new AbortController();
  controller = own;
  useBackupUpload.setState({ upload: { name: file.name, size: file.size, sent: 0 } });
  const unguard = warnOfLoss(isUploading, { question: UPLOADING });
  try {
    // Renews the session: it would be missed with the last byte otherwise.
    await backupsList({ query: { limit: 1 }, signal: own.signal });
    const body = new FormData();
    body.append('backup-archive', file);
    await server.send({
      method: 'POST',
      url: '/cms/backups/archives',
      headers: { Prefer: 'respond-async' },
      body,
      signal: own.signal,
      onProgress: noteSent,
    });
  } catch (error) {
    if (!isAbort(error)) throw error;
  } finally {
    unguard();
    useBackupUpload.setState({ upload: undefined });
  }
}

export const cancelBackupUpload = (): void => controller?.abort();

/** The form around the file counts as sent, too. */
function noteSent(sent: number): void {
  useBackupUpload.setState(({ upload }) => ({
    upload: upload && { ...upload, sent: Math.min(sent, upload.size) },
  }));
}
