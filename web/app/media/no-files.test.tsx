import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../testing/screen.tsx';
import { Library } from './library.tsx';
import { PickerDialog } from './picker/picker-dialog.tsx';
import { HOME, type Place } from './place.ts';
import { aFile } from './testing.ts';
import { setServer } from './uploads/queue.ts';

let calls: Call[];

beforeEach(() => {
  sessionStorage.clear();
  calls = answerCalls(({ path }) => ({
    body: path.startsWith('/cms/file-entities')
      ? { folder: null, folders: [], files: [], total: 0, start: 0, limit: 100 }
      : { results: [], total: 0, start: 0, limit: 100 },
  }));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Screen() {
  const [place, setPlace] = useState<Place>(HOME);
  return <Library place={place} onPlace={(change) => setPlace((before) => ({ ...before, ...change }))} />;
}

const showScreen = () => renderScreen([{ path: '/', element: <Screen /> }], '/');
const showPicker = () =>
  renderScreen([{ path: '/', element: <PickerDialog id={1} types={['image']} /> }], '/');

const heading = (name: string) => screen.findByRole('heading', { name });
const asked = () => calls.findLast(({ path }) => path.startsWith('/cms/file-entities'))?.query;

it('offers to upload the first image in a picker of images, by keyboard and by dropping', async () => {
  const sendFile = vi.fn(async () => aFile('boat'));
  const reset = setServer({ sendFile });
  const chosen = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = showPicker();
  const empty = await heading('No images yet');
  screen.getByRole('button', { name: 'Upload images' }).focus();
  await user.keyboard('{Enter}');
  const input = document.querySelector<HTMLInputElement>('[data-upload="files"]');
  expect(chosen.mock.contexts).toEqual([input]);
  expect(input?.accept).toBe('image/*');
  const image = new File(['x'], 'boat.jpg', { type: 'image/jpeg' });
  fireEvent.drop(empty, { dataTransfer: { types: ['Files'], items: [], files: [image] } });
  await waitFor(() => expect(sendFile).toHaveBeenCalledOnce());
  expect(await accessibilityFaults()).toEqual([]);
  reset();
});

it('leads back from a search in a picker, to the images alone', async () => {
  const { user } = showPicker();
  const search = await screen.findByRole('textbox', { name: 'Search files' });
  fireEvent.change(search, { target: { value: 'zebra' } });
  const nothing = await heading('Nothing found for “zebra”');
  const notice = within(nothing.parentElement as HTMLElement);
  await user.click(notice.getByRole('button', { name: 'Clear the search' }));
  await heading('No images yet');
  await waitFor(() => expect([asked()?.get('q'), asked()?.getAll('type')]).toEqual([null, ['image']]));
});

it('leads back from a filter that nothing matches', async () => {
  const { user } = showScreen();
  await heading('No files yet');
  for (const [role, name] of [
    ['menuitemradio', 'Videos'],
    ['menuitemcheckbox', 'Used nowhere'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole(role, { name }));
    await user.keyboard('{Escape}');
    await heading('Nothing matches the filters');
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await heading('No files yet');
  }
});

it('counts the type of a picker as no filter, and keeps it when the others are cleared', async () => {
  const { user } = showPicker();
  await heading('No images yet');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Used nowhere' }));
  await heading('Nothing matches the filters');
  expect(screen.getByRole('button', { name: 'Filters: Used nowhere' })).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: 'Clear the filters' }));
  await heading('No images yet');
  await waitFor(() => expect([asked()?.get('unused'), asked()?.getAll('type')]).toEqual([null, ['image']]));
});
