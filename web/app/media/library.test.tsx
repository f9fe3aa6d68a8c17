import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileRecord } from '../api/files.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../testing/screen.tsx';
import { Library, type LibraryProps } from './library.tsx';
import { HOME, type Place } from './place.ts';
import { aFile, aFolder } from './testing.ts';
import { clearUploads, setServer } from './uploads/queue.ts';

let files: FileRecord[];
let calls: Call[];
let status: number;
/** What the service answers to a change. */
let onChange: (call: Call) => { status?: number; body?: unknown };

const folders = [aFolder('Summer', 2), aFolder('Team')];

beforeEach(() => {
  files = ['boat', 'crane', 'dock'].map((id) => aFile(id));
  status = 200;
  onChange = () => ({ body: { success: [], files: [], folders: [], failed: {}, total: 0 } });
  // Nothing is laid out here: what is in view is told by these.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(640);
  calls = answerCalls((call) => {
    const { path, query, method } = call;
    if (status !== 200) return { status, body: { title: 'No' } };
    if (method !== 'GET') return onChange(call);
    if (path === '/cms/buckets') return { body: { results: folders, total: 2, start: 0, limit: 100 } };
    if (path.endsWith('/contents')) return { body: { results: [], total: 0, start: 0, limit: 0 } };
    if (path.endsWith('/uses')) return { body: { uses: [], total: 0, hidden: 0 } };
    if (path.startsWith('/cms/files/')) return { body: files.find(({ id }) => path.endsWith(id)) };
    if (path === '/cms/file-entities') {
      const start = Number(query.get('start'));
      const page = files.slice(start, start + 100);
      return { body: { folder: null, folders, files: page, total: files.length, start, limit: 100 } };
    }
    return { body: { results: [], files: [], folders: [], total: 0, start: 0, limit: 100 } };
  });
});

afterEach(() => vi.unstubAllGlobals());

function Shown(props: Partial<LibraryProps>) {
  const [place, setPlace] = useState<Place>(HOME);
  return (
    <main>
      <Library
        place={place}
        onPlace={(change) => setPlace((before) => ({ ...before, ...change }))}
        {...props}
      />
    </main>
  );
}

function show(props: Partial<LibraryProps> = {}) {
  return renderScreen([{ path: '/', element: <Shown {...props} /> }], '/');
}

const cells = () => screen.getAllByRole('gridcell');
const cell = (name: string) => screen.findByRole('gridcell', { name: new RegExp(`^${name}`) });
const chosen = () =>
  cells()
    .filter((each) => each.getAttribute('aria-selected') === 'true')
    .map((each) => each.textContent?.match(/^\w+/)?.[0]);
const sent = (path: string) => calls.find((call) => call.path === path)?.body;

describe('what is pasted', () => {
  const paste = (target: Element) => {
    const files = [new File(['x'], 'image.png', { type: 'image/png' })];
    return fireEvent.paste(target, { clipboardData: { files } });
  };

  const uploaded: [name: string, folder: string][] = [];
  let reset: () => void;
  beforeEach(() => {
    uploaded.length = 0;
    reset = setServer({
      sendFile: async ({ name, folder }) => {
        uploaded.push([name, folder]);
        return aFile('pasted');
      },
    });
  });
  afterEach(() => {
    reset();
    clearUploads();
  });

  it('is uploaded into the folder that is open, under a name of its own', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{Enter}');
    await screen.findByText('This folder is empty');
    // Nothing else takes it.
    expect(paste(document.body)).toBe(false);
    await waitFor(() => expect(uploaded).toEqual([[expect.stringMatching(/^Pasted .+\.png$/), 'Summer']]));
  });

  it('is left to the field that somebody types in', async () => {
    show();
    await cell('boat');
    expect(paste(screen.getByRole('textbox', { name: 'Search files' }))).toBe(true);
    expect(uploaded).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('goes on with the arrows, chooses with Space and Shift, and lets go with Escape', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(cells()[2]));
    await user.keyboard(' ');
    expect(chosen()).toEqual(['boat']);
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await waitFor(() => expect(chosen()).toEqual(['boat', 'crane', 'dock']));
    expect(screen.getByRole('toolbar', { name: 'Selected files' }).textContent).toContain('3 selected');
    expect(await accessibilityFaults()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
  });

  it('acts on what it is on, also where a screen reader has put it', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    (await cell('crane')).focus();
    await user.keyboard(' ');
    expect(chosen()).toEqual(['crane']);
    (await cell('Summer')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This folder is empty')).toBeTruthy();
  });

  it('leaves the details with Escape, back to the file that they are of', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(cells()[2]));
    await user.keyboard('{Enter}');
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    const title = await details.findByRole('textbox', { name: 'Title' });
    await user.type(title, 'Half');
    // What is being typed is given up first.
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(title);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Details' })).toBeNull());
    expect(document.activeElement).toBe(await cell('boat'));
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Close the details' }));
    expect(document.activeElement).toBe(await cell('boat'));
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('opens folders, and goes back by the path', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This folder is empty')).toBeTruthy();
    expect(calls.some(({ path }) => path === '/cms/file-entities/Summer')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'All files' }));
    await cell('boat');
  });

  it('renames with F2, and says what is wrong with the name', async () => {
    onChange = () => ({ status: 409, body: { code: 'name_taken', detail: 'There is one of this name.' } });
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{F2}');
    const field = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('boat.jpg');
    await user.clear(field);
    await user.type(field, 'crane.jpg{Enter}');
    expect(await screen.findByText('There is one of this name.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'PUT')?.headers.get('If-Match')).toBe('"1"');
  });

  it('says where what is deleted is still used', async () => {
    onChange = ({ path }) => ({
      body: path === '/cms/file-uses' ? { total: 2 } : { success: [], failed: {} },
    });
    const { user } = show();
    await user.click(await cell('crane'));
    await user.keyboard('{Delete}');
    expect(await screen.findByText('“crane.jpg” was deleted. Still used in 2 places.')).toBeTruthy();
  });

  it('deletes at once, and Ctrl+Z brings it back', async () => {
    const { user } = show();
    (await cell('crane')).focus();
    await user.click(await cell('crane'));
    await user.keyboard('{Delete}');
    expect(await screen.findByText('“crane.jpg” was deleted.')).toBeTruthy();
    expect(sent('/cms/file-removals')).toEqual({ files: ['crane'], folders: [] });
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(sent('/cms/file-restorations')).toEqual({ files: ['crane'], folders: [] }));
  });

  it('deletes with one press what it is on, where nothing is chosen', async () => {
    const { user } = show();
    (await cell('crane')).focus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText('“crane.jpg” was deleted.')).toBeTruthy();
    expect(sent('/cms/file-removals')).toEqual({ files: ['crane'], folders: [] });
  });

  it('stays with the items when the last of them are deleted', async () => {
    onChange = () => {
      files = files.slice(0, 1);
      return { body: { success: [], failed: {} } };
    };
    const { user } = show();
    (await cell('crane')).focus();
    await user.keyboard(' {Shift>}{ArrowRight}{/Shift}{Delete}');
    await waitFor(() => expect(cells()).toHaveLength(3));
    const last = await cell('boat');
    await waitFor(() => expect(document.activeElement).toBe(last));
  });

  it('goes on from the bar of what is chosen, which closes', async () => {
    onChange = ({ path }) => {
      if (path === '/cms/file-removals') files = files.slice(1);
      return { body: { success: [], failed: {} } };
    };
    const { user } = show();
    (await cell('boat')).focus();
    await user.keyboard(' ');
    screen.getByRole('button', { name: 'Delete' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(cells()).toHaveLength(4));
    const next = await cell('crane');
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('chooses all with Ctrl+A, also those that were not read yet, and deletes all of them', async () => {
    files = Array.from({ length: 250 }, (_, index) => aFile(`f${index}`));
    const { user } = show();
    (await cell('Summer')).focus();
    expect(calls.filter(({ path }) => path === '/cms/file-entities')).toHaveLength(1);
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('252 selected', { selector: 'p' });
    expect(calls.filter(({ path }) => path === '/cms/file-entities')).toHaveLength(3);
    await user.keyboard('{Delete}');
    await screen.findByText('252 items were deleted.');
    const removals = calls.filter(({ path }) => path === '/cms/file-removals').map(({ body }) => body);
    const counts = (removals as { files: string[]; folders: string[] }[]).map((each) => [
      each.folders.length,
      each.files.length,
    ]);
    expect(counts).toEqual([
      [0, 250],
      [2, 0],
    ]);
  });
});

it('says of what of several could not be moved, and moves back what could', async () => {
  const problem = { status: 409, code: 'name_taken', detail: 'There is one of this name there.' };
  onChange = () => ({ body: { files: [], folders: [], failed: { crane: problem } } });
  const { user } = show();
  await user.click(await cell('boat'));
  await user.keyboard('{Control>}');
  await user.click(await cell('crane'));
  await user.keyboard('{/Control}');
  await user.click(screen.getByRole('button', { name: 'Move to…' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('treeitem', { name: /Team/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Move here' }));
  expect(await screen.findByText('“crane.jpg”: There is one of this name there.')).toBeTruthy();
  await screen.findByText('“boat.jpg” was moved to “Team”.');
  expect(sent('/cms/file-moves')).toEqual({ files: ['boat', 'crane'], folders: [], bucketName: 'Team' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === '/cms/file-moves')?.body).toEqual({
      files: ['boat'],
      folders: [],
      bucketName: '',
    }),
  );
});

it('filters by type, by what lacks an alternative text and by what is used nowhere, together', async () => {
  const { user } = show();
  await cell('boat');
  const asked = () => calls.findLast(({ path }) => path === '/cms/file-entities')?.query;
  const filters = () => ['type', 'missing-alt', 'unused'].map((name) => asked()?.get(name));
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Images' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Used nowhere' }));
  await waitFor(() => expect(filters()).toEqual(['image', null, 'true']));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Images without alt text' }));
  await waitFor(() => expect(filters()).toEqual(['image', 'true', 'true']));
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{Escape}');
  const button = screen.getByRole('button', { name: 'Filters: Images without alt text · Used nowhere' });
  expect(document.activeElement).toBe(button);
  // By the keyboard alone, from the first type on.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('All types'));
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  // No film lacks a text that films do not have.
  await waitFor(() => expect(filters()).toEqual(['video', null, 'true']));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Images without alt text' }));
  await waitFor(() => expect(filters()).toEqual([null, 'true', 'true']));
  await user.click(screen.getByRole('menuitem', { name: 'Clear the filters' }));
  await waitFor(() => expect(filters()).toEqual([null, null, null]));
});

it('sorts the list by the heads of its columns, both ways', async () => {
  const { user } = show();
  await cell('boat');
  await user.click(screen.getByRole('radio', { name: 'List' }));
  const asked = () => calls.findLast(({ path }) => path === '/cms/file-entities')?.query.get('sort');
  const head = (name: string) => screen.findByRole('columnheader', { name });
  expect((await head('Name')).getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(await head('Size')).getByRole('button'));
  await waitFor(() => expect(asked()).toBe('-size'));
  expect((await head('Size')).getAttribute('aria-sort')).toBe('descending');
  // A key on a head is not one for the files.
  within(await head('Size'))
    .getByRole('button')
    .focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked()).toBe('size'));
  expect(screen.getByRole('navigation', { name: 'Folder' }).textContent).toBe('All files');
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows the columns of the list that somebody chooses, and sorts by those that can be', async () => {
  files = [aFile('boat', { alt: 'A boat at dawn', bucketName: 'Summer', scopeWhitelist: ['board'] })];
  const { user } = show();
  await cell('boat');
  expect(screen.queryByRole('button', { name: 'Choose columns' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'List' }));
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads()).toEqual(['Name', 'Type', 'Size', 'Uploaded']);
  await user.click(await cell('boat'));
  await user.click(screen.getByRole('button', { name: 'Choose columns' }));
  for (const name of [
    'Type',
    'Uploaded',
    'Changed',
    'Folder',
    'Dimensions',
    'Alternative text',
    'Who sees it',
  ])
    await user.click(await screen.findByRole('menuitemcheckbox', { name }));
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{Escape}');
  const chosenHeads = ['Name', 'Size', 'Changed', 'Folder', 'Dimensions', 'Alternative text', 'Who sees it'];
  expect(heads()).toEqual(chosenHeads);
  const row = screen.getByRole('row', { name: /^boat/ });
  const said = within(row)
    .getAllByRole('gridcell')
    .map((each) => each.textContent);
  expect(said).toHaveLength(chosenHeads.length);
  expect(said.slice(3)).toEqual(['Summer', '1,600 × 1,000', 'A boat at dawn', 'board']);
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('7');
  // What was chosen stays so: the files are the same.
  expect(row.getAttribute('aria-selected')).toBe('true');
  const changed = screen.getByRole('columnheader', { name: 'Changed' });
  await user.click(within(changed).getByRole('button'));
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === '/cms/file-entities')?.query.get('sort')).toBe('-updatedAt'),
  );
  expect(within(screen.getByRole('columnheader', { name: 'Folder' })).queryByRole('button')).toBeNull();
});

it('opens the settings of the folder that is chosen alone', async () => {
  const { user } = show();
  await user.click(await cell('Summer'));
  await user.click(screen.getByRole('button', { name: 'Folder settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Settings of “Summer”' });
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Summer');
});

it('says that somebody may not see the files', async () => {
  status = 403;
  show();
  expect((await screen.findAllByText('You cannot open this')).length).toBeGreaterThan(0);
});

it('keeps nothing chosen that a search does not show, since what is chosen may be deleted', async () => {
  show();
  const crane = await cell('crane');
  fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'boat' } });
  fireEvent.click(crane);
  expect(chosen()).toEqual(['crane']);
  await waitFor(() => expect(calls.findLast(({ query }) => query.get('q') === 'boat')).toBeTruthy());
  await waitFor(() => expect(chosen()).toEqual([]));
  expect(screen.queryByRole('toolbar', { name: 'Selected files' })).toBeNull();
});

describe('to pick from', () => {
  it('gives what is chosen, and only what fits', async () => {
    files = [aFile('boat'), aFile('notes', { name: 'notes.txt', type: 'document', mimeType: 'text/plain' })];
    const [onChosen, onPick] = [vi.fn(), vi.fn()];
    const isUsable = ({ type }: FileRecord) => type === 'image';
    const { user } = show({ picking: { isMany: false, isUsable, onChosen, onPick } });
    await user.click(await cell('notes'));
    expect(onChosen).toHaveBeenLastCalledWith([]);
    await user.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
    await user.click(await cell('boat'));
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([files[0]]));
    await user.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith([files[0]]);
  });

  it('gathers files from several searches, of which none is lost by the next', async () => {
    const [onChosen, onPick] = [vi.fn(), vi.fn()];
    const { user } = show({ picking: { isMany: true, isUsable: () => true, onChosen, onPick } });
    await user.click(await cell('boat'));
    // The search of what was typed comes a moment after; somebody may have chosen by then.
    fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'd' } });
    await waitFor(() => expect(calls.findLast(({ query }) => query.get('q') === 'd')).toBeTruthy());
    await user.keyboard('{Control>}');
    await user.click(await cell('dock'));
    await user.keyboard('{/Control}');
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([files[0], files[2]]));
    expect(screen.getByRole('toolbar', { name: 'Selected files' }).textContent).toBe('2 selected');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([]));
  });

  it('lets go of the choice with the first letter of a search, and not of one made before its results', async () => {
    const onChosen = vi.fn();
    const { user } = show({ picking: { isMany: false, isUsable: () => true, onChosen, onPick: vi.fn() } });
    await user.click(await cell('boat'));
    const crane = await cell('crane');
    fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'c' } });
    expect(chosen()).toEqual([]);
    fireEvent.click(crane);
    await waitFor(() => expect(calls.findLast(({ query }) => query.get('q') === 'c')).toBeTruthy());
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([files[1]]));
    expect(chosen()).toEqual(['crane']);
  });

  it('deletes nothing', async () => {
    const { user } = show({
      picking: { isMany: true, isUsable: () => true, onChosen: vi.fn(), onPick: vi.fn() },
    });
    await user.click(await cell('crane'));
    await user.keyboard('{Delete}');
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
    expect(chosen()).toEqual(['crane']);
  });
});

describe('without room beside the files', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('width <'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });

  it('shows details without the keyboard in a field, which would bring up that of a phone', async () => {
    const { user } = show();
    await user.click(await cell('crane'));
    const dialog = await screen.findByRole('dialog', { name: 'Details' });
    await within(dialog).findByRole('textbox', { name: 'Alternative text' });
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Close' })),
    );
  });
});

it('makes a folder for those whom one names', async () => {
  onChange = () => ({ body: aFolder('Board') });
  const { user } = show();
  await cell('boat');
  await user.click(screen.getByRole('button', { name: 'New folder' }));
  const dialog = await screen.findByRole('dialog', { name: 'New folder' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Board');
  await user.click(within(dialog).getByRole('button', { name: /^Who can see its content/ }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Logged-in/, hidden: true }));
  await user.click(within(dialog).getByRole('button', { name: 'Create folder' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Board',
      metaData: { scopeWhitelist: ['logged-in'] },
    }),
  );
});
