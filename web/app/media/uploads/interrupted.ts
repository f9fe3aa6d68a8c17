/**
 * Uploads that ended with their page: what has arrived of them waits on the server for a week. A browser gives a page no
 * file that it had before, so somebody chooses it again, and the upload goes on where it was. Which they are is kept in this
 * browser, by user.
 */
import { backupUploadsDelete, uploadsDelete } from '../../api/generated/index.ts';
import { readClaims } from '../../session/session-store.ts';

/** Where an upload goes: into a folder, in place of a content, or to the backups. */
export interface Target {
  /** The folder's name, empty for the top. */
  folder?: string;
  /** The content that it takes the place of: see `contentKey`. */
  replaces?: string;
  isBackup?: true;
}

export interface Interrupted extends Target {
  /** The same for the same file that goes to the same place. */
  what: string;
  name: string;
  size: number;
  uploadId: string;
  /** Milliseconds since 1970. */
  begunAt: number;
}

type Sent = Target & { file: File; name: string; isPublic?: boolean };

const MOST = 100;
const KEPT = 7 * 24 * 3_600_000;
const LOCK = 'upload ';

const keyOf = () => `interrupted-uploads:${readClaims()?.user ?? ''}`;

const placeOf = ({ folder, replaces, isBackup }: Target) =>
  isBackup ? ['backups'] : replaces === undefined ? folder : ['replaces', replaces];

const whatOf = ({ file, name, isPublic = true, ...target }: Sent) =>
  JSON.stringify([placeOf(target), name, file.size, file.lastModified, isPublic]);

const isOne = (value: unknown): value is Interrupted =>
  typeof value === 'object' &&
  value !== null &&
  ['what', 'name', 'uploadId'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  ['size', 'begunAt'].every((name) => typeof Reflect.get(value, name) === 'number') &&
  placeOf(value) !== undefined;

function readAll(now = Date.now()): Interrupted[] {
  try {
    const given: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(given) ? given.filter(isOne).filter(({ begunAt }) => now - begunAt < KEPT) : [];
  } catch {
    return [];
  }
}

function write(all: readonly Interrupted[]): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(all.slice(0, MOST)));
  } catch {
    // Without storage a file is sent from its beginning, as one that is new.
  }
}

/** Forgets an upload that has ended, one way or the other. */
export function clearInterrupted(uploadId: string): void {
  write(readAll().filter((each) => each.uploadId !== uploadId));
}

export interface Memory {
  /** The upload that this file was begun with. */
  known: string | undefined;
  note: (uploadId: string) => void;
}

const NOTHING: Memory = { known: undefined, note: () => undefined };

/**
 * Does something with what is remembered of a file. Only one page at a time: chosen twice at the same moment, a file is two
 * uploads, of which the second remembers nothing. The lock goes with its page, whatever ends that.
 */
export async function remembering<T>(sent: Sent, work: (memory: Memory) => Promise<T>): Promise<T> {
  // Browsers have it for pages that came by HTTPS, or from this machine.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return work(NOTHING);
  const what = whatOf(sent);
  return locks.request(LOCK + what, { ifAvailable: true }, (lock) =>
    work(lock ? memoryOf(sent, what) : NOTHING),
  );
}

function memoryOf({ file, name, folder, replaces, isBackup }: Sent, what: string): Memory {
  return {
    known: readAll().find((each) => each.what === what)?.uploadId,
    note: (uploadId) => {
      const others = readAll().filter((each) => each.what !== what);
      const begun = {
        what,
        name,
        size: file.size,
        folder,
        replaces,
        isBackup,
        uploadId,
        begunAt: Date.now(),
      };
      write([begun, ...others]);
    },
  };
}

/** Those that no page is sending now. */
export async function interruptedUploads(): Promise<Interrupted[]> {
  const all = readAll();
  if (all.length === 0 || !navigator.locks) return [];
  const { held = [] } = await navigator.locks.query();
  const sending = new Set(held.map(({ name }) => name));
  return all.filter(({ what }) => !sending.has(LOCK + what));
}

/** Gives one up for good; what of it is on the server is deleted. */
export function discard({ uploadId, isBackup }: Interrupted): void {
  clearInterrupted(uploadId);
  const remove = isBackup ? backupUploadsDelete : uploadsDelete;
  // What is left on the server expires by itself where this does not get through.
  remove({ path: { id: uploadId } }).catch(() => undefined);
}
