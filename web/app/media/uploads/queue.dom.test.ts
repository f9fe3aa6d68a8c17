import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { logOut } from '../../session/tokens.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { aFile, aFolder } from '../testing.ts';

import {
  cancelUpload,
  clearUploads,
  isUploading,
  progressOf,
  retryUpload,
  setServer,
  upload,
  uploadContent,
} from './queue.ts';
import { useUploads } from './uploads.ts';

const made = { folders: [] as string[], fail: undefined as unknown };
const sending = { open: [] as { name: string; end: (error?: unknown) => void }[] };
let restore: () => void;

const found = (name: string, folder = '') => ({ file: new File(['x'], name), folder });
const states = () => useUploads.getState().uploads.map(({ name, state }) => `${name} ${state}`);
const open = () => sending.open.map(({ name }) => name);

beforeEach(() => {
  made.folders = [];
  made.fail = undefined;
  sending.open = [];
  restore = setServer({
    createFolder: async (name) => {
      made.folders.push(name);
      if (made.fail) throw made.fail;
      return aFolder(name);
    },
    giveUp: async () => undefined,
    sendFile: ({ name }, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        sending.open.push({ name, end: (error) => (error ? reject(error) : resolve(aFile(name))) });
      }),
  });
});

afterEach(() => {
  for (const { id } of useUploads.getState().uploads) cancelUpload(id);
  restore();
});

describe('the queue', () => {
  it('sends three at a time, and the next as one ends', async () => {
    const done = upload(
      ['a', 'b', 'c', 'd'].map((name) => found(name)),
      'Summer',
    );
    await waitFor(() => expect(open()).toEqual(['a', 'b', 'c']));
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
    sending.open[1]?.end();
    await waitFor(() => expect(open()).toEqual(['a', 'b', 'c', 'd']));
    for (const { end } of sending.open) end();
    expect((await done).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(isUploading()).toBe(false);
    expect(made.folders).toEqual([]);
  });

  it('makes each folder that comes along once', async () => {
    void upload([found('a', 'Beach'), found('b', 'Beach')], 'Summer');
    await waitFor(() => expect(open()).toEqual(['a', 'b']));
    expect(made.folders).toEqual(['Summer/Beach']);
  });

  it('takes a folder that is there already', async () => {
    made.fail = new ProblemError(409, { code: 'name_taken' });
    void upload([found('a', 'Beach')], '');
    await waitFor(() => expect(open()).toEqual(['a']));
  });

  it('goes on where the connection is lost while a folder is made', async () => {
    made.fail = new ProblemError(0, { code: 'network_error' });
    void upload([found('a', 'Beach')], '');
    await waitFor(() => expect(states()).toEqual(['a stalled']));
    made.fail = undefined;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(open()).toEqual(['a']));
    expect(made.folders).toEqual(['Beach', 'Beach']);
  });

  it('says why one failed, goes on with the others, and tries it again', async () => {
    const done = upload([found('a'), found('b')], '');
    await waitFor(() => expect(open()).toEqual(['a', 'b']));
    sending.open[0]?.end(new ProblemError(413, { detail: 'Too large.' }));
    sending.open[1]?.end();
    await waitFor(() => expect(states()).toEqual(['a failed', 'b done']));
    const [failed] = useUploads.getState().uploads;
    expect(failed?.problem).toMatchObject({ detail: 'Too large.' });
    retryUpload(failed?.id ?? '');
    await waitFor(() => expect(open()).toEqual(['a', 'b', 'a']));
    sending.open[2]?.end();
    expect((await done).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('leaves nothing on the server of one that was begun there as it was cancelled', async () => {
    const givenUp: (string | undefined)[] = [];
    let abort: ((uploadId: string) => void) | undefined;
    setServer({
      giveUp: async ({ uploadId }) => void givenUp.push(uploadId),
      sendFile: (source) =>
        new Promise((_, reject) => {
          abort = (uploadId) => {
            source.uploadId = uploadId;
            reject(new DOMException('', 'AbortError'));
          };
        }),
    });
    void upload([found('a')], '');
    await waitFor(() => expect(abort).toBeDefined());
    cancelUpload(useUploads.getState().uploads[0]?.id ?? '');
    expect(givenUp).toEqual([undefined]);
    abort?.('late');
    await waitFor(() => expect(givenUp).toEqual([undefined, 'late']));
  });

  it('ends one that is cancelled, and gives what is stored of the others', async () => {
    const done = upload([found('a'), found('b')], '');
    await waitFor(() => expect(open()).toEqual(['a', 'b']));
    cancelUpload(useUploads.getState().uploads[0]?.id ?? '');
    sending.open[1]?.end();
    expect((await done).map(({ id }) => id)).toEqual(['b']);
    clearUploads();
    expect(states()).toEqual([]);
  });

  it('sends a content for a file, whose folder is there', async () => {
    const boat = aFile('boat', { bucketName: 'Harbour' });
    const done = uploadContent(boat, new File(['x'], 'other.jpg'));
    await waitFor(() => expect(open()).toEqual(['boat.jpg']));
    expect(made.folders).toEqual([]);
    expect(useUploads.getState().uploads[0]).toMatchObject({ replaces: 'boat', folder: 'Harbour' });
    sending.open[0]?.end();
    expect((await done)?.id).toBe('boat.jpg');
  });

  it('warns whoever leaves the page while something would be lost, and nobody else', async () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    const done = upload([found('a')], '');
    await waitFor(() => expect(open()).toEqual(['a']));
    expect(leave()).toBe(true);
    sending.open[0]?.end();
    await done;
    expect(leave()).toBe(false);
  });

  it('is waited for by a log-out, since nothing can be sent afterwards', async () => {
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() });
    const calls = answerCalls(() => ({ status: 204 }));
    const done = upload([found('a')], '');
    await waitFor(() => expect(open()).toEqual(['a']));
    const left = logOut();
    // A call that waits for nothing is made within this turn.
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls).toEqual([]);
    sending.open[0]?.end();
    await Promise.all([done, left]);
    expect(calls.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/auth/tokens']]);
    vi.unstubAllGlobals();
  });
});

it('says how far all of them are together', () => {
  const upload = (state: 'done' | 'sending' | 'failed', size: number, sent: number) => ({
    ...{ id: '', name: '', folder: '', size, sent, state },
  });
  const uploads = [upload('done', 100, 0), upload('sending', 300, 100), upload('failed', 100, 50)];
  expect(progressOf(uploads)).toEqual({ share: 0.5, done: 1, failed: 1, open: 1 });
});
