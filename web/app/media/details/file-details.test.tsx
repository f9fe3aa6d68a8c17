import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FileRecord } from '../../api/files.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import { FileDetails } from './file-details.tsx';
import { useUnsavedEdits } from './unsaved-edits.ts';

type SaveAnswer = { status: number; body?: object } | undefined;

let calls: Call[];
let uses: object;
let file: FileRecord;
/** What a save is answered with; undefined is as the service does it. */
let saving: SaveAnswer | Promise<SaveAnswer>;

beforeEach(() => {
  uses = { uses: [], total: 0, hidden: 0 };
  file = aFile('boat');
  saving = undefined;
  calls = answerCalls(async ({ method, path, body }) => {
    const refusal = method === 'PUT' ? await saving : undefined;
    if (refusal) return refusal;
    if (method === 'PUT') {
      const { metaData } = body as { metaData?: Partial<FileRecord['metaData']> };
      const saidNow = { ...file.metaData, ...metaData };
      file = {
        ...file,
        version: file.version + 1,
        alt: saidNow.alt ?? '',
        title: saidNow.title ?? '',
        metaData: saidNow,
      };
    }
    if (path.endsWith('/boat')) return { body: file };
    if (path.endsWith('/boat/address')) {
      const { seconds } = body as { seconds: number };
      const uri = `/files/boat.jpg?for=${seconds}`;
      return { body: { uri, absoluteUri: `https://willow.example${uri}`, expiresAt: 1_800_000_000 } };
    }
    return { body: path.endsWith('/uses') ? uses : { results: [], total: 0, start: 0, limit: 100 } };
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  clearClaims();
  useUnsavedEdits.setState({}, true);
});

function show() {
  const nothing = () => undefined;
  const element = (
    <main>
      <h1>Files</h1>
      <FileDetails id="boat" onRename={nothing} onMove={nothing} onRemove={nothing} />
    </main>
  );
  return renderScreen([{ path: '/', element }], '/');
}

const changes = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

it('gives an image to be saved as it was uploaded', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toBe('/cms/files/boat/content');
});

it('says which qualities there are, and keeps what was typed', async () => {
  const { user } = show();
  const quality = (await screen.findByLabelText('JPEG quality')) as HTMLInputElement;
  for (const wrong of ['0', '101', '8o', '7.5']) {
    await user.clear(quality);
    await user.type(quality, `${wrong}{Enter}`);
    expect(screen.getByText('Enter a whole number from 1 to 100.')).toBeTruthy();
    expect(quality.value).toBe(wrong);
  }
  expect(await accessibilityFaults()).toEqual([]);
  expect(changes()).toEqual([]);
  await user.clear(quality);
  await user.type(quality, '70{Enter}');
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]).toMatchObject({ metaData: { jpegQuality: 70 } });
  expect(screen.queryByText('Enter a whole number from 1 to 100.')).toBeNull();
});

const AWAY = { status: 503, body: { status: 503, title: 'Service unavailable', code: 'unavailable' } };
const CHANGED = {
  status: 412,
  body: { status: 412, title: 'Precondition failed', code: 'version_mismatch' },
};

/** Whether the browser asks the user who closes the tab. */
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('keeps what was typed where it could not be saved, to send it again', async () => {
  saving = AWAY;
  const { user, unmount } = show();
  await user.type(await screen.findByLabelText('Alternative text'), 'A boat at sea');
  await user.tab();
  await screen.findByText('Not saved');
  expect((screen.getByLabelText('Alternative text') as HTMLTextAreaElement).value).toBe('A boat at sea');
  expect(await accessibilityFaults()).toEqual([]);
  // It is there as well where the details were closed meanwhile.
  unmount();
  expect(isAsked()).toBe(true);
  const again = show().user;
  await screen.findByText('Not saved');
  saving = undefined;
  await again.click(screen.getByRole('button', { name: 'Retry' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Alternative text'));
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
  await waitFor(() => expect(file.alt).toBe('A boat at sea'));
  await waitFor(() => expect(isAsked()).toBe(false));
});

it('goes on from what was typed and not saved, and can discard it', async () => {
  saving = AWAY;
  const { user } = show();
  const title = (await screen.findByLabelText('Title')) as HTMLInputElement;
  await user.type(title, 'Boat{Enter}');
  await screen.findByText('Not saved');
  await user.type(title, 's{Enter}');
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()[1]).toMatchObject({ metaData: { title: 'Boats' } });
  await screen.findByText('Not saved');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(title.value).toBe('');
});

it('counts what was typed last where the save before it fails', async () => {
  const { user } = show();
  const title = (await screen.findByLabelText('Title')) as HTMLInputElement;
  let answer: (failed: boolean) => void = () => undefined;
  saving = new Promise((resolve) => {
    answer = (failed) => resolve(failed ? AWAY : undefined);
  });
  await user.type(title, 'Boat{Enter}');
  await waitFor(() => expect(changes()).toHaveLength(1));
  await user.type(title, 's{Enter}');
  const first = saving;
  saving = undefined;
  answer(true);
  await first;
  await waitFor(() => expect(file.title).toBe('Boats'));
  await waitFor(() => expect(isAsked()).toBe(false));
  expect(title.value).toBe('Boats');
  expect(screen.queryByText('Not saved')).toBeNull();
});

it('asks whoever closes the tab while something is typed', async () => {
  const { user } = show();
  const title = await screen.findByLabelText('Title');
  expect(isAsked()).toBe(false);
  await user.type(title, 'Boat');
  expect(isAsked()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isAsked()).toBe(false);
});

it('keeps both where a second text clashes before the first is decided', async () => {
  const { user } = show();
  const title = await screen.findByLabelText('Title');
  saving = CHANGED;
  await user.type(title, 'Mine');
  file = { ...file, version: 2, title: 'Theirs', metaData: { ...file.metaData, title: 'Theirs' } };
  await user.keyboard('{Enter}');
  await screen.findByText('Title: yours');
  const alt = screen.getByLabelText('Alternative text');
  await user.type(alt, 'My boat');
  file = { ...file, version: 3, alt: 'Their boat', metaData: { ...file.metaData, alt: 'Their boat' } };
  await user.tab();
  await screen.findByText('Alternative text: yours');
  expect(screen.getByText('Title: yours')).toBeTruthy();
  saving = undefined;
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await waitFor(() => expect([file.title, file.alt]).toEqual(['Mine', 'My boat']));
});

it('keeps what clashes where the details are closed before that is decided', async () => {
  const { user, unmount } = show();
  const title = await screen.findByLabelText('Title');
  saving = CHANGED;
  await user.type(title, 'Mine');
  file = { ...file, version: 2, title: 'Theirs', metaData: { ...file.metaData, title: 'Theirs' } };
  await user.keyboard('{Enter}');
  await screen.findByText('Title: yours');
  unmount();
  expect(isAsked()).toBe(true);
  const again = show().user;
  await again.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('Title: theirs');
  await again.click(screen.getByRole('button', { name: 'Discard mine, use theirs' }));
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Theirs');
  expect(isAsked()).toBe(false);
});

it('keeps what was typed about a file that somebody has deleted, who may bring it back', async () => {
  saving = { status: 404, body: { status: 404, title: 'Not found', code: 'not_found' } };
  const { user } = show();
  const title = (await screen.findByLabelText('Title')) as HTMLInputElement;
  await user.type(title, 'Boat{Enter}');
  await screen.findByText(/^Somebody has deleted this file/);
  await screen.findByText('Not saved');
  expect([title.value, isAsked()]).toEqual(['Boat', true]);
  saving = undefined;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(file.title).toBe('Boat'));
  await waitFor(() => expect(isAsked()).toBe(false));
});

it('offers what was typed to the same user alone, once the session has ended', async () => {
  const [ada, bob] = [
    { ...claimsWith('editor'), user: 'ada' },
    { ...claimsWith('editor'), user: 'bob' },
  ];
  storeClaims(ada);
  saving = AWAY;
  const { user, unmount } = show();
  await user.type(await screen.findByLabelText('Title'), 'Boat{Enter}');
  await screen.findByText('Not saved');
  unmount();
  clearClaims();
  expect(isAsked()).toBe(true);
  storeClaims(ada);
  expect(isAsked()).toBe(true);
  clearClaims();
  storeClaims(bob);
  expect(isAsked()).toBe(false);
  show();
  expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('');
  expect(screen.queryByText('Not saved')).toBeNull();
});

it('moves the focal point with a way back to where it was before', async () => {
  file = aFile('boat', { metaData: { folder: '', name: 'boat.jpg', focalPoint: { x: 0.2, y: 0.3 } } });
  const { user } = show();
  (await screen.findByRole('button', { name: /^Focal point: 20 % from the left/ })).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  const points = () =>
    changes().map((body) => (body as { metaData: FileRecord['metaData'] }).metaData.focalPoint);
  await waitFor(() => expect(points()).toHaveLength(2));
  expect(screen.getAllByText('The focal point was moved.')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(points().at(-1)).toEqual({ x: 0.2, y: 0.3 }));
});

const use = (kind: string, title: string, address: string | null = null) => ({
  ...{ fileId: 'boat', kind, id: kind, title, address, count: 1 },
});

it.each([
  [
    'admin',
    ['/boats', '/cms-admin/blocks/block', '/cms-admin/email-templates/emailTemplate', '/cms-admin/site#logo'],
  ],
  ['editor', ['/boats', '/cms-admin/blocks/block']],
])('leads an %s to what uses it', async (scope, ways) => {
  storeClaims(claimsWith(scope));
  uses = {
    uses: [
      use('page', 'Boats', '/boats'),
      use('block', 'Footer'),
      use('emailTemplate', 'Welcome'),
      use('config', 'logo'),
      use('record', 'About'),
    ],
    total: 9,
    hidden: 3,
  };
  show();
  const section = (await screen.findByRole('heading', { name: 'Used in' })).closest('section') as HTMLElement;
  await within(section).findByText('Boats');
  const links = within(section).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(ways);
  expect(within(section).getByText('Site logo')).toBeTruthy();
  expect(within(section).getByText('and 1 more place')).toBeTruthy();
  expect(within(section).getByText('3 places that you cannot see')).toBeTruthy();
});

it('makes a link that opens a file that is not for everyone, for as long as is wanted', async () => {
  file = aFile('boat', { isPublic: false });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Temporary link…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Temporary link' });
  const link = (await within(dialog).findByLabelText('Link')) as HTMLInputElement;
  expect(link.value).toBe('https://willow.example/files/boat.jpg?for=604800');
  await user.selectOptions(within(dialog).getByLabelText('Expires in'), '30 days');
  await waitFor(() =>
    expect((within(dialog).getByLabelText('Link') as HTMLInputElement).value).toMatch(/for=2592000$/),
  );
  expect(await accessibilityFaults()).toEqual([]);
});

it('makes none of a file that everyone sees', async () => {
  show();
  await screen.findByRole('link', { name: 'Download' });
  await screen.findByText('Nothing uses this file.');
  expect(screen.queryByRole('button', { name: 'Temporary link…' })).toBeNull();
});
