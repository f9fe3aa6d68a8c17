import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackupOut, BackupPreviewOut, ImportOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { answerOf, finished, imported, preview, show } from './testing.tsx';

let calls: Call[];
let backup: BackupOut;
let latest: ImportOut | null;
let previewed: BackupPreviewOut;
/** What the list's first answer still says of the backup. */
let outdated: BackupOut | undefined;

beforeEach(() => {
  storeClaims(claimsWith('super'));
  backup = finished;
  latest = null;
  previewed = preview;
  outdated = undefined;
  calls = answerCalls((call) => {
    const { path, method, query } = call;
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
    if (path !== '/cms/backups') return answerOf(call, backup, latest, previewed);
    const listed = (query.get('limit') === '10' && outdated) || backup;
    if (listed === outdated) outdated = undefined;
    return answerOf(call, listed);
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);

it('lists backups with what is in them', async () => {
  show();
  await screen.findByText('3 files, 1 missing or damaged: images/logo.png');
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
  await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('Finished'));
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

it.each([
  [0, true],
  [2, false],
])(
  'says of a backup with %s earlier versions of files whether those here are deleted',
  async (has, isSaid) => {
    const tables = [{ table: 'former_contents', now: 3, backedUp: has }];
    previewed = { ...preview, parts: [...preview.parts, { name: 'files', now: 9, backedUp: 8, tables }] };
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: new RegExp(`More.*${finished.name}`) }));
    await user.click(await screen.findByRole('menuitem', { name: 'Import…' }));
    const dialog = await screen.findByRole('dialog');
    const files = await within(dialog).findByLabelText('Files');
    const note = () => within(dialog).queryByText(/no earlier versions of files/);
    expect(note() !== null).toBe(isSaid);
    await user.click(files);
    expect(note()).toBeNull();
  },
);

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
  screen.getByText('1 part of the backup was left out: this site does not have it.');
  screen.getByText('3 files that were missing or damaged here were repaired.');
  await screen.findByText(/To go back, import before-import-20260303-080000/);
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
