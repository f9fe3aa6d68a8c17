import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackupOut, BackupPreviewOut, ImportOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import type { Sending } from '../../media/uploads/transport.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { cancelBackupUpload, setMeans } from './upload.ts';

const finished: BackupOut = {
  name: 'backup-20260302-101500',
  kind: 'manual',
  state: 'done',
  problem: null,
  createdAt: '2026-03-02T10:15:00Z',
  createdBy: null,
  finishedAt: '2026-03-02T10:16:00Z',
  madeAt: '2026-03-02T10:15:00Z',
  size: 12_345_678,
  sha256: 'ab',
  release: '1.0',
  parts: [{ name: 'pages', rows: 4 }],
  files: 3,
  faultyFiles: 1,
  faultyNames: ['images/logo.png'],
  whyNotRestorable: null,
  jobId: null,
  progress: null,
  message: null,
};
const preview: BackupPreviewOut = {
  name: finished.name,
  madeAt: '2026-03-02T10:15:00Z',
  parts: [
    { name: 'pages', now: 7, backedUp: 4, tables: [] },
    { name: 'users', now: 2, backedUp: 1, tables: [] },
  ],
  whyNotRestorable: null,
};
const imported: ImportOut = {
  id: '1',
  backup: finished.name,
  parts: [],
  state: 'done',
  problem: null,
  lost: { authenticators: 2, leftOutParts: 1 },
  mendedFiles: 3,
  safetyBackup: 'before-import-20260303-080000',
  isDecided: true,
  createdAt: '2026-03-03T08:00:00Z',
  finishedAt: '2026-03-03T08:01:00Z',
  jobId: null,
  progress: null,
  message: null,
};

let calls: Call[];
let backup: BackupOut;
let latest: ImportOut | null;
/** What the list's first answer still says of the backup. */
let outdated: BackupOut | undefined;
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
  latest = null;
  outdated = undefined;
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
  calls = answerCalls(({ path, method, query }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/cms/config')
      return {
        body: [
          {
            id: '1',
            key: 'backupSchedule',
            value: 'off',
            isSecret: false,
            isSet: true,
            version: 1,
          },
        ],
      };
    if (path === '/cms/backups/uploads') return begun;
    if (path === '/cms/backups/uploads/u1') {
      if (method === 'HEAD') return { headers: { 'Upload-Offset': String(arrived) } };
      return method === 'DELETE' ? { status: 204 } : { body: { id: 'u1', backup: taken } };
    }
    if (path === '/cms/backups/imports/latest') return { body: { latest } };
    if (path.endsWith('/preview')) return { body: preview };
    if (path.endsWith('/imports')) {
      latest = {
        ...imported,
        state: 'running',
        isDecided: false,
        progress: 0.25,
        message: 'Checking the archive',
      };
      return { status: 202, body: latest };
    }
    if (path.endsWith('/cancellation')) {
      backup = { ...backup, state: 'cancelled', problem: 'It was cancelled.' };
      return { status: 204 };
    }
    if (path === '/cms/backups' && method === 'POST') {
      backup = { ...finished, state: 'running', progress: 0.5, message: 'Copying files: 2 of 4' };
      return { status: 202, body: {} };
    }
    const listed = (query.get('limit') === '10' && outdated) || backup;
    if (listed === outdated) outdated = undefined;
    return { body: { results: [listed], total: 1, start: 0, limit: 10 } };
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

const show = (search = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/backups${search}`);
};
const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);

it('lists backups with what is in them', async () => {
  show();
  await screen.findByText('3 files, 1 missing or damaged');
  await screen.findByText('12 MB');
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows how far a backup is, which can be cancelled', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Create backup' }));
  await waitFor(() => expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.5));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText(/The last backup was cancelled/);
});

it('looks again at one in the list that ended while the list was read', async () => {
  outdated = { ...finished, state: 'running', progress: 0.5, message: 'Storing the archive' };
  show();
  await screen.findByText('Storing the archive');
  await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('Finished'), {
    timeout: 4_000,
  });
});

it('keeps the keyboard where a backup is told of, whose buttons come and go', async () => {
  const { user } = show();
  const create = await screen.findByRole('button', { name: 'Create backup' });
  await waitFor(() => expect((create as HTMLButtonElement).disabled).toBe(false));
  act(() => create.focus());
  await user.keyboard('{Enter}');
  const progress = await screen.findByRole('progressbar');
  await waitFor(() => expect(document.activeElement?.contains(progress)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Enter}');
  const said = await screen.findByText(/The last backup was cancelled/);
  await waitFor(() => expect(document.activeElement).toBe(said.parentElement));
});

it('says of an archive that was brought in that it was uploaded, and of none that a backup failed', async () => {
  backup = { ...finished, kind: 'uploaded', state: 'failed', problem: 'This file is not a backup.' };
  const { unmount } = show();
  await screen.findByText(/^The last upload failed .*This file is not a backup\.$/);
  unmount();
  backup = { ...finished, kind: 'uploaded' };
  show();
  await screen.findByText(/^A backup was uploaded/);
});

it('asks what to import, having shown what it changes', async () => {
  const { user } = show();
  await screen.findByText('12 MB');
  await user.click(await screen.findByRole('button', { name: new RegExp(`More.*${finished.name}`) }));
  await user.click(await screen.findByRole('menuitem', { name: 'Import…' }));
  const dialog = await screen.findByRole('dialog');
  const row = await within(dialog).findByRole('row', { name: /Pages, templates and blog/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['7', '4']);
  await within(dialog).findByText(/Everybody is logged out/);
  await user.click(within(dialog).getByLabelText('People and users'));
  expect(within(dialog).queryByText(/Everybody is logged out/)).toBeNull();
  await within(dialog).findByText(/Import files and users too/);
  await user.click(within(dialog).getByRole('button', { name: 'Replace and import' }));
  await screen.findByText('Checking the archive');
  expect(sent()).toEqual([[`/cms/backups/${finished.name}/imports`, { parts: ['pages'] }]]);
});

it('says what an import could not bring along, and how to go back', async () => {
  latest = imported;
  show();
  await screen.findByText('2 authenticator apps have to be set up again.');
  screen.getByText('1 part of the backup was left out: this site does without it.');
  screen.getByText('3 files that were missing or damaged here were repaired.');
  await screen.findByText(/To go back, import before-import-20260303-080000/);
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
  await waitFor(() => expect(uploading()).toBeNull(), { timeout: 4_000 });
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

it('offers administrators what they may do', async () => {
  storeClaims(claimsWith('admin'));
  show();
  await screen.findByRole('button', { name: 'Create backup' });
  expect(screen.queryByRole('button', { name: 'Upload backup' })).toBeNull();
});

it('narrows the list to a kind and a state; what there is not lists all', async () => {
  const { unmount } = show('?kind=safety&state=failed');
  const asked = () =>
    calls.findLast(({ path, query }) => path === '/cms/backups' && query.get('limit') === '10');
  await waitFor(() => expect(asked()?.query.getAll('kind')).toEqual(['safety']));
  expect(asked()?.query.getAll('state')).toEqual(['failed']);
  unmount();
  calls.length = 0;
  show('?kind=other');
  await waitFor(() => expect(asked()).toBeDefined());
  expect(asked()?.query.getAll('kind')).toEqual([]);
});
