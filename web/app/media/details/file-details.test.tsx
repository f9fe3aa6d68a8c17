import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FileRecord } from '../../api/files.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import { FileDetails } from './file-details.tsx';

let calls: Call[];
let uses: object;
let file: FileRecord;

beforeEach(() => {
  uses = { uses: [], total: 0, hidden: 0 };
  file = aFile('boat');
  calls = answerCalls(({ path, body }) => {
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
