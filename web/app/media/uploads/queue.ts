/**
 * The uploads of this tab. They go on while one works elsewhere in it; leaving the page asks first. A few are under way at
 * a time, the others wait for their turn.
 */
import { createFolder, type FileRecord } from '../../api/files.ts';
import { newKey } from '../../api/new-key.ts';
import { ProblemError } from '../../api/problem.ts';
import { beforeLogOut } from '../../session/tokens.ts';
import { UPLOADING, warnOfLoss } from '../../ui/leave-warning.ts';
import { joined } from '../addresses.ts';
import type { Found } from './dropped.ts';
import { persisting } from './resuming.ts';
import { giveUp, type Source, sendFile } from './send-file.ts';
import { isAbort } from './transport.ts';
import { type Upload, useUploads } from './uploads.ts';

const AT_A_TIME = 3;

/** How files and folders get to the server. */
const server = { sendFile, createFolder, giveUp };

/** For tests: what stands in for the server; gives the way back. */
export function setServer(other: Partial<typeof server>): () => void {
  const before = { ...server };
  Object.assign(server, other);
  return () => Object.assign(server, before);
}

interface Job {
  source: Source;
  controller: AbortController;
  /** Called once, when it is done or given up. */
  onEnd: (file: FileRecord | undefined) => void;
  /** Called each time it fails; it may be tried again. */
  onFailure?: () => void;
  /** The id of the upload that was given up on the server. */
  givenUp?: string;
}

const jobs = new Map<string, Job>();
const folders = new Map<string, Promise<unknown>>();

const isEnded = ({ state }: Upload) => state === 'done' || state === 'failed';
const isUnderWay = ({ state }: Upload) => state !== 'waiting' && state !== 'done' && state !== 'failed';

/** Whether something would be lost with the page. */
export const isUploading = (): boolean => useUploads.getState().uploads.some((upload) => !isEnded(upload));

interface UploadOptions {
  /** Called each time one fails. */
  onFailure?: () => void;
  /** False: for editors alone, until somebody says for whom they are. */
  isPublic?: boolean;
}

/**
 * Uploads files into a folder, with the folders that they come in. Gives those that are stored in the end: one that fails
 * may be tried again, and is waited for until it is done or given up.
 */
export async function upload(
  found: readonly Found[],
  folder: string,
  { onFailure, isPublic }: UploadOptions = {},
): Promise<FileRecord[]> {
  return allOf(
    found.map(({ file, folder: below }) => {
      const into = joined(folder, below);
      // Folders that came along have to be there first.
      if (below) folders.delete(into);
      else folders.set(into, Promise.resolve());
      return begin({ file, name: file.name, folder: into, isPublic }, onFailure);
    }),
  );
}

/** Uploads what becomes the content of a file. Gives the file as it is then, undefined where the upload was given up. */
export async function uploadContent(
  replaces: FileRecord,
  file: File,
  { onFailure }: Pick<UploadOptions, 'onFailure'> = {},
): Promise<FileRecord | undefined> {
  // Tried again later, what failed before would take the place of this one.
  for (const { id, state, replaces: other } of useUploads.getState().uploads)
    if (state === 'failed' && other === replaces.id) cancelUpload(id);
  const { name, bucketName: folder } = replaces;
  const [stored] = await allOf([begin({ file, name, folder, replaces }, onFailure)]);
  return stored;
}

async function allOf(begun: readonly ReturnType<typeof begin>[]): Promise<FileRecord[]> {
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...begun.map(({ upload }) => upload)] }));
  guard();
  next();
  const stored = await Promise.all(begun.map(({ ended }) => ended));
  return stored.filter((file) => file !== undefined);
}

function begin(given: Omit<Source, 'key'>, onFailure?: () => void) {
  const id = newKey();
  const ended = new Promise<FileRecord | undefined>((onEnd) => {
    jobs.set(id, { source: { ...given, key: id }, controller: new AbortController(), onEnd, onFailure });
  });
  const { file, name, folder, replaces } = given;
  const upload: Upload = {
    id,
    name,
    folder,
    size: file.size,
    sent: 0,
    state: 'waiting',
    replaces: replaces?.id,
  };
  return { upload, ended };
}

function change(id: string, changes: Partial<Upload>): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
  }));
}

function next(): void {
  const { uploads } = useUploads.getState();
  const room = AT_A_TIME - uploads.filter(isUnderWay).length;
  for (const { id } of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(room, 0)))
    void run(id);
  if (!isUploading()) unguard();
}

async function run(id: string): Promise<void> {
  const job = jobs.get(id);
  if (!job) return;
  change(id, { state: 'sending', sent: 0, problem: undefined });
  try {
    const watcher = {
      signal: job.controller.signal,
      onProgress: (sent: number) => change(id, { sent, state: 'sending' }),
      onWaiting: (isWaiting: boolean) => change(id, { state: isWaiting ? 'stalled' : 'sending' }),
      onFinishing: () => change(id, { state: 'finishing' }),
    };
    const { source } = job;
    if (!source.replaces) await persisting(() => folderThere(source.folder), watcher);
    const result = await server.sendFile(source, watcher);
    change(id, { state: 'done', sent: source.file.size, result });
    jobs.delete(id);
    job.onEnd(result);
  } catch (problem) {
    if (!isAbort(problem)) {
      change(id, { state: 'failed', problem });
      job.onFailure?.();
    }
    // It was begun on the server at the moment that it was cancelled.
    else if (job.source.uploadId !== job.givenUp) leaveServer(job);
  }
  next();
}

/** Makes the folder once, however many files are in it. */
function folderThere(name: string): Promise<unknown> {
  const made = folders.get(name) ?? makeFolder(name);
  folders.set(name, made);
  // The next attempt asks again.
  made.catch(() => folders.delete(name));
  return made;
}

async function makeFolder(name: string): Promise<void> {
  if (!name) return;
  try {
    await server.createFolder(name);
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'name_taken')) throw error;
  }
}

/** Tries one again that failed; what had arrived of it is not sent again. */
export function retryUpload(id: string): void {
  change(id, { state: 'waiting', problem: undefined });
  guard();
  next();
}

/** Ends an upload, whatever its state, and takes it off the list. */
export function cancelUpload(id: string): void {
  const job = jobs.get(id);
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }));
  jobs.delete(id);
  if (job) {
    job.controller.abort();
    leaveServer(job);
    job.onEnd(undefined);
  }
  next();
}

/** What is left on the server expires by itself where this does not get through. */
function leaveServer(job: Job): void {
  job.givenUp = job.source.uploadId;
  server.giveUp(job.source).catch(() => undefined);
}

/** Takes what has ended off the list. */
export function clearUploads(): void {
  const { uploads } = useUploads.getState();
  for (const { id } of uploads.filter(isEnded)) {
    jobs.get(id)?.onEnd(undefined);
    jobs.delete(id);
  }
  useUploads.setState({ uploads: uploads.filter((upload) => !isEnded(upload)) });
}

let stops: readonly (() => void)[] = [];

/** Asks before the page is left; a log-out waits for what is nearly done, which needs its session. */
function guard(): void {
  if (stops.length === 0) stops = [warnOfLoss(isUploading, { question: UPLOADING }), beforeLogOut(allEnded)];
}

function unguard(): void {
  for (const stop of stops) stop();
  stops = [];
}

function allEnded(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isUploading()) return;
      stop();
      resolve();
    };
    const stop = useUploads.subscribe(look);
    look();
  });
}

/** Where all of them together are. */
export function progressOf(uploads: readonly Upload[]) {
  const total = uploads.reduce((sum, { size }) => sum + size, 0);
  const sent = uploads.reduce((sum, { state, size, sent }) => sum + (state === 'done' ? size : sent), 0);
  return {
    share: total === 0 ? 1 : sent / total,
    done: uploads.filter(({ state }) => state === 'done').length,
    failed: uploads.filter(({ state }) => state === 'failed').length,
    open: uploads.filter((upload) => !isEnded(upload)).length,
  };
}
