import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../testing/screen.tsx';
import { useToasts } from '../ui/toast.ts';
import { RemovalsDialog } from './removals-dialog.tsx';
import { useFileActions } from './use-file-actions.ts';

afterEach(() => {
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const removal = (path: string, given: object = {}) => ({
  id: path,
  kind: 'file',
  path,
  label: path.split('/').at(-1),
  deletedAt: '2026-03-01T00:00:00Z',
  deletedBy: null,
  restorableUntil: '2026-03-31T00:00:00Z',
  canRestore: true,
  files: 1,
  folders: 0,
  type: 'image',
  size: 1,
  ...given,
});
const FOLDER = removal('Summer', { kind: 'folder', files: 2, folders: 1, type: null, size: null });
const INSIDE = removal('Summer/old.jpg', { canRestore: false });

function Shown() {
  const { restore } = useFileActions();
  return (
    <main>
      <h1>Files</h1>
      <RemovalsDialog onClose={() => undefined} onRestore={restore} />
    </main>
  );
}

const show = () => renderScreen([{ path: '/', element: <Shown /> }], '/');

/** A service that has these, and refuses some of them. */
function service(all: ReturnType<typeof removal>[], failed: object = {}) {
  let present = all;
  const calls = answerCalls(({ method, path, query, body }) => {
    if (method === 'GET') {
      const [start, limit] = [Number(query.get('start')), Number(query.get('limit'))];
      const results = present.slice(start, start + limit);
      return { body: { results, total: present.length, start, limit } };
    }
    const { files, folders } = body as { files: string[]; folders: string[] };
    const asked = [...files, ...folders].filter((id) => !(id in failed));
    present =
      path === '/cms/file-restorations'
        ? present.filter(({ id }) => !asked.includes(id))
        : all.filter((each) => present.includes(each) || asked.includes(each.id));
    return { body: { files: [], folders: [], success: [], failed } };
  });
  return calls;
}

const asked = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

it('leads to all that can be brought back, however much was deleted', async () => {
  const calls = service(Array.from({ length: 130 }, (_, number) => removal(`f${number}.jpg`)));
  const { user } = show();
  await screen.findByText('f49.jpg');
  expect(screen.queryByText('f50.jpg')).toBeNull();
  expect(screen.getByLabelText('Select all shown')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('f99.jpg');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('f129.jpg');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(calls.every(({ query }) => Number(query.get('limit')) <= 100)).toBe(true);
  expect(screen.getByLabelText('Select all')).toBeTruthy();
});

it('brings several back at once, and takes that back', async () => {
  const calls = service([removal('a.jpg'), removal('b.jpg'), FOLDER]);
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select “a.jpg”' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select “Summer”' }));
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Restore 2 items' }));
  await screen.findByText('2 items were restored.');
  // In one call for each kind, the folders first.
  expect(asked(calls)).toEqual([
    ['/cms/file-restorations', { files: [], folders: ['Summer'] }],
    ['/cms/file-restorations', { files: ['a.jpg'], folders: [] }],
  ]);
  expect(screen.queryByText('a.jpg')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restore' }).disabled).toBe(true);
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('a.jpg');
  // What may be in the folder first: afterwards it could not be deleted by itself.
  expect(asked(calls).slice(2)).toEqual([
    ['/cms/file-removals', { files: ['a.jpg'], folders: [] }],
    ['/cms/file-removals', { files: [], folders: ['Summer'] }],
  ]);
});

it('brings one back with a way to take that back, and keeps the keyboard', async () => {
  service([removal('a.jpg'), removal('b.jpg')]);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Restore “a.jpg”' }));
  await screen.findByText('“a.jpg” was restored.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore “a.jpg”' })).toBeNull());
  const dialog = screen.getByRole('dialog', { name: 'Recently deleted' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Restore “a.jpg”' });
});

it('brings what is in a deleted folder back with that folder alone', async () => {
  const calls = service([INSIDE, FOLDER]);
  const { user } = show();
  const inside = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select “old.jpg”' });
  expect(inside.disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect([inside.checked, inside.disabled]).toEqual([true, false]);
  await user.click(screen.getByRole('checkbox', { name: 'Select “Summer”' }));
  expect([inside.checked, inside.disabled]).toEqual([false, true]);
  await user.click(screen.getByRole('checkbox', { name: 'Select “Summer”' }));
  await user.click(screen.getByRole('button', { name: 'Restore 2 items' }));
  await screen.findByText('Nothing was deleted');
  expect(asked(calls).map(([, body]) => body)).toEqual([
    { files: [], folders: ['Summer'] },
    { files: ['Summer/old.jpg'], folders: [] },
  ]);
});

it('says what could not be brought back, and takes back the others alone', async () => {
  const detail = 'This file has been permanently deleted.';
  const calls = service([removal('a.jpg'), removal('b.jpg')], {
    'b.jpg': { status: 409, code: 'not_restorable', detail },
  });
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Restore 2 items' }));
  await screen.findByText(`“b.jpg”: ${detail}`);
  await screen.findByText('“a.jpg” was restored.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(asked(calls).at(-1)).toEqual(['/cms/file-removals', { files: ['a.jpg'], folders: [] }]),
  );
});

it.each([
  ['is back', {}, [true, true]],
  [
    'could not be brought back',
    { status: 409, code: 'not_restorable', detail: 'Gone for good.' },
    [true, true, false],
  ],
])('leaves the others ticked where one that is not among them %s', async (_, problem, ticked) => {
  const failed = 'detail' in problem ? { 'c.jpg': problem } : {};
  service(
    ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => removal(name)),
    failed,
  );
  const { user } = show();
  for (const name of ['a.jpg', 'b.jpg'])
    await user.click(await screen.findByRole('checkbox', { name: `Select “${name}”` }));
  await user.click(screen.getByRole('button', { name: 'Restore “c.jpg”' }));
  await screen.findByText(/was restored|Gone for good/);
  // As soon as it is over: until then nothing can be ticked.
  await waitFor(() => {
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select “/ });
    expect(boxes.map(({ checked, disabled }) => checked && !disabled)).toEqual(ticked);
  });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restore 2 items' }).disabled).toBe(false);
});

it('has no tick at what is there again after Undo', async () => {
  service([removal('a.jpg'), removal('b.jpg')]);
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select “a.jpg”' }));
  await user.click(screen.getByRole('button', { name: 'Restore 1 item' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select “a.jpg”' });
  expect(box.checked).toBe(false);
});
