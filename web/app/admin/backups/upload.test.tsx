import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackupOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import type { Sending } from '../../media/uploads/transport.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { answerOf, finished, show } from './testing.tsx';
import { cancelBackupUpload, setMeans } from './upload.ts';

let calls: Call[];
let backup: BackupOut;
/** The archive that is on its way, and what ends it. */
let sending: { given: Sending; end: (answer: Response | Error) => void } | undefined;
let restoreMeans: () => void;
/** What the server has of the archive, says when it begins, and made of it. */
let arrived: number;
let begun: { status: number; body: unknown };
let taken: string | null;
/** Ends the pause before the next attempt. */
let reconnect: () => void;

beforeEach(() => {
  storeClaims(claimsWith('super'));
  backup = finished;
  sending = undefined;
  arrived = 0;
  begun = { status: 201, body: { id: 'u1' } };
  taken = 'upload-1';
  restoreMeans = setMeans({
    transport: (given) =>
      new Promise((resolve, reject) => {
        const end = (answer: Response | Error) =>
          answer instanceof Response ? resolve(answer) : reject(answer);
        given.signal.addEventListener('abort', () => reject(new DOMException('Ended.', 'AbortError')));
        sending = { given, end };
      }),
    pause: (_, signal) =>
      new Promise((resolve) => {
        reconnect = resolve;
        signal.addEventListener('abort', () => resolve());
      }),
  });
  calls = answerCalls((call) => {
    if (call.path === '/cms/backups/uploads') return begun;
    if (call.path !== '/cms/backups/uploads/u1') return answerOf(call, backup);
    if (call.method === 'HEAD') return { headers: { 'Upload-Offset': String(arrived) } };
    return call.method === 'DELETE' ? { status: 204 } : { body: { id: 'u1', backup: taken } };
  });
});

afterEach(() => {
  cancelBackupUpload();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'locks');
  restoreMeans();
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

/** As each page has them: those of a page that is gone are free. */
function openPage() {
  const held = new Set<string>();
  const request = async (name: string, _: object, work: (lock: object | null) => Promise<unknown>) => {
    if (held.has(name)) return work(null);
    held.add(name);
    return work({ name }).finally(() => held.delete(name));
  };
  const query = async () => ({ held: [...held].map((name) => ({ name })) });
  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true });
}

/** Drops an archive of 4 MB on the screen. */
async function drop() {
  const { user } = show();
  const box = await screen.findByRole('region', { name: 'Create and upload backups' });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload backup' }).disabled).toBe(false),
  );
  const archive = new File([new Uint8Array(4_000_000)], 'site.tar', { lastModified: 1 });
  fireEvent.drop(box, { dataTransfer: { files: [archive] } });
  return { user };
}

/** What is sent of the archive from a place on. */
async function sendingFrom(offset: number) {
  await waitFor(() => expect(sending?.given.headers['Upload-Offset']).toBe(String(offset)));
  if (!sending) throw new Error('nothing is sent');
  return sending;
}

const uploading = () =>
  screen.queryByRole<HTMLProgressElement>('progressbar', { name: 'Progress of the upload' });
const stored = () => new Response(null, { status: 204 });
const lost = () => new ProblemError(0, { code: 'network_error', detail: 'The server could not be reached.' });
const givenUp = () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

it('takes an archive that is dropped, and shows how far it is', async () => {
  await drop();
  const { given, end } = await sendingFrom(0);
  expect(given).toMatchObject({ method: 'PATCH', url: '/cms/backups/uploads/u1' });
  expect((given.body as Blob).size).toBe(4_000_000);
  const asked = calls.find(({ path }) => path === '/cms/backups/uploads');
  expect(asked?.headers.get('Upload-Length')).toBe('4000000');
  expect(asked?.headers.get('Upload-Metadata')).toBe(`filename ${btoa('site.tar')}`);
  await screen.findByText('Uploading site.tar…');
  act(() => given.onProgress(1_000_000));
  await waitFor(() => expect(uploading()?.value).toBe(0.25));
  await screen.findByText('1 MB of 4 MB');
  expect(await accessibilityFaults()).toEqual([]);
  end(stored());
  await waitFor(() => expect(uploading()).toBeNull());
  await screen.findByRole('button', { name: 'Create backup' });
});

it('goes on with an archive from what has arrived, once the connection is back', async () => {
  await drop();
  const { given, end } = await sendingFrom(0);
  act(() => given.onProgress(2_500_000));
  arrived = 2_000_000;
  end(lost());
  await screen.findByText('No connection. The upload of site.tar resumes automatically when it is back.');
  expect(uploading()?.value).toBe(0.625);
  reconnect();
  const again = await sendingFrom(2_000_000);
  await screen.findByText('Uploading site.tar…');
  expect(uploading()?.value).toBe(0.5);
  expect((again.given.body as Blob).size).toBe(2_000_000);
  again.end(stored());
  await waitFor(() => expect(uploading()).toBeNull());
  expect(useToasts.getState().toasts).toEqual([]);
});

it('waits with an archive that has arrived until no other backup is made', async () => {
  taken = null;
  await drop();
  const { end } = await sendingFrom(0);
  backup = { ...finished, state: 'running', progress: 0.5 };
  end(stored());
  await screen.findByText('site.tar is uploaded and is being stored…');
  taken = 'upload-1';
  await waitFor(() => expect(uploading()).toBeNull());
});

it('says that an archive waits for the backup that is made', async () => {
  taken = null;
  await drop();
  const { end } = await sendingFrom(0);
  cleanup();
  backup = { ...finished, state: 'running', progress: 0.5 };
  show();
  end(stored());
  await screen.findByText(
    'site.tar is uploaded. It will be checked when the backup in progress has finished.',
  );
});

it('goes on with an upload while one is elsewhere, which can be cancelled', async () => {
  await drop();
  const { given } = await sendingFrom(0);
  cleanup();
  const { user } = show();
  await waitFor(() => expect(uploading()).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(given.signal.aborted).toBe(true);
  await waitFor(() => expect(uploading()).toBeNull());
  await waitFor(() => expect(givenUp()).toEqual(['/cms/backups/uploads/u1']));
  expect(useToasts.getState().toasts).toEqual([]);
});

it('can be cancelled while there is no connection, and is not offered to be gone on with', async () => {
  openPage();
  const { user } = await drop();
  (await sendingFrom(0)).end(lost());
  await screen.findByText(/^No connection/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(givenUp()).toEqual(['/cms/backups/uploads/u1']));
  expect(uploading()).toBeNull();
  await screen.findByRole('button', { name: 'Create backup' });
  expect(screen.queryByText(/was interrupted/)).toBeNull();
});

/** The page is left while an archive is sent, and opened again. */
async function leaveWhileSending() {
  openPage();
  await drop();
  await sendingFrom(0);
  cleanup();
  // What the page held goes with it; what it has kept does not.
  const kept = localStorage.getItem('interrupted-uploads:user');
  cancelBackupUpload();
  await waitFor(() => expect(givenUp()).toHaveLength(1));
  localStorage.setItem('interrupted-uploads:user', kept ?? '');
  calls.length = 0;
  openPage();
}

it('goes on where it was with an archive whose page was left, once it is chosen again', async () => {
  await leaveWhileSending();
  arrived = 3_000_000;
  await drop();
  const { given, end } = await sendingFrom(3_000_000);
  expect((given.body as Blob).size).toBe(1_000_000);
  expect(calls.some(({ path }) => path === '/cms/backups/uploads')).toBe(false);
  expect(screen.queryByText(/was interrupted/)).toBeNull();
  end(stored());
  await waitFor(() => expect(uploading()).toBeNull());
  expect(screen.queryByText(/was interrupted/)).toBeNull();
});

it('says that an upload was interrupted, and forgets one that nobody wants any more', async () => {
  await leaveWhileSending();
  const { user } = show();
  await screen.findByText(/^The upload of “site.tar” was interrupted/);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose file…' }).disabled).toBe(false),
  );
  expect(await accessibilityFaults()).toEqual([]);
  const opened = vi.spyOn(screen.getByLabelText<HTMLInputElement>('Backup to upload'), 'click');
  await user.click(screen.getByRole('button', { name: 'Choose file…' }));
  expect(opened).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(givenUp()).toEqual(['/cms/backups/uploads/u1']));
  expect(screen.queryByText(/was interrupted/)).toBeNull();
});

it('needs no page any more once all of it has arrived', async () => {
  openPage();
  taken = null;
  await drop();
  (await sendingFrom(0)).end(stored());
  await screen.findByText('site.tar is uploaded and is being stored…');
  expect(localStorage.getItem('interrupted-uploads:user')).toBe('[]');
});

it('says why an upload has stopped, and goes on with it when asked to', async () => {
  const { user } = await drop();
  const { end } = await sendingFrom(0);
  arrived = 3_000_000;
  end(new ProblemError(507, { code: 'storage_full', detail: 'The server’s disk is full.' }));
  await screen.findByText('The server’s disk is full.');
  await screen.findByText('The upload of site.tar has stopped.');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Resume upload' }));
  const again = await sendingFrom(3_000_000);
  expect(screen.queryByText('The server’s disk is full.')).toBeNull();
  again.end(stored());
  await waitFor(() => expect(uploading()).toBeNull());
});

it('ends an upload that has stopped', async () => {
  const { user } = await drop();
  (await sendingFrom(0)).end(new ProblemError(507, { code: 'storage_full', detail: 'It is full.' }));
  await screen.findByText('It is full.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(givenUp()).toEqual(['/cms/backups/uploads/u1']));
  await screen.findByRole('button', { name: 'Create backup' });
});

it('says why an archive could not be uploaded, and takes it again', async () => {
  begun = { status: 403, body: { code: 'scope_missing', title: 'Not allowed', status: 403 } };
  await drop();
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  expect(uploading()).toBeNull();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload backup' }).disabled).toBe(false),
  );
});
