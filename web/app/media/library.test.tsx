import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { listen } from '../testing/heard.ts';
import { begin, calls, cell, chosen, sent, service, show } from './testing/library.tsx';
import { aFile, aFolder } from './testing.ts';
import { clearUploads, setServer } from './uploads/queue.ts';

beforeEach(begin);

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

it('says of what of several could not be moved, and moves back what could', async () => {
  const problem = { status: 409, code: 'name_taken', detail: 'There is one of this name there.' };
  service.onChange = () => ({ body: { files: [], folders: [], failed: { crane: problem } } });
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

it('opens the settings of the folder that is chosen alone', async () => {
  const { user } = show();
  await user.click(await cell('Summer'));
  await user.click(screen.getByRole('button', { name: 'Folder settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Settings of “Summer”' });
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Summer');
});

it('says that somebody may not see the files', async () => {
  service.status = 403;
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

it('says how much a search has found to those who do not see it', async () => {
  show();
  await cell('boat');
  const heard = listen();
  service.files = [aFile('crane')];
  fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'crane' } });
  // The folders of the answer count, too: they are among what is shown.
  await waitFor(() => expect(heard).toEqual(['3 results']));
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
  service.onChange = () => ({ body: aFolder('Board') });
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
