import { afterEach, beforeEach, expect, it } from 'vitest';
import { setPerson } from '#words/screen-formats.ts';
import { useToasts } from '../../ui/toast.ts';
import { droppedFiles, pastedFiles } from './dropped.ts';

beforeEach(() => useToasts.setState({ toasts: [] }));
afterEach(() => setPerson({}));

const file = (name: string, isReadable = true) => ({
  name,
  isFile: true,
  file: (done: (file: File) => void, fail: (error: unknown) => void) =>
    isReadable ? done(new File(['x'], name)) : fail(new DOMException('', 'NotReadableError')),
});

function directory(name: string, children: object[]) {
  const batches = [children, []];
  const readEntries = (done: (entries: object[]) => void) => done(batches.shift() ?? []);
  return { name, isDirectory: true, createReader: () => ({ readEntries }) };
}

const drop = (...entries: object[]) =>
  droppedFiles({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
  } as unknown as DataTransfer);

const places = async (dropped: ReturnType<typeof drop>) =>
  (await dropped).map(({ file: { name }, folder }) => `${folder}/${name}`);
const said = () => useToasts.getState().toasts.map(({ message, detail }) => [message, detail]);

it('come with the folders that they are in, without what systems leave there', async () => {
  const beach = directory('Beach', [file('b.jpg'), file('.DS_Store')]);
  expect(await places(drop(directory('Summer', [file('a.jpg'), beach]), file('c.jpg')))).toEqual([
    'Summer/a.jpg',
    'Summer/Beach/b.jpg',
    '/c.jpg',
  ]);
  expect(said()).toEqual([]);
});

it('are uploaded though one of them cannot be read, which is said', async () => {
  const locked = [file('x.jpg', false), file('a.jpg'), file('y.jpg', false)];
  expect(await places(drop(directory('Summer', locked)))).toEqual(['Summer/a.jpg']);
  expect(said()).toEqual([
    ['“x.jpg” could not be read and is not uploaded.', '1 other could not be read, either.'],
  ]);
});

it('are none in an empty folder, which is said', async () => {
  expect(await places(drop(directory('Summer', [])))).toEqual([]);
  expect(said()).toEqual([['There are no files in what you dropped.', undefined]]);
});

it('are named, where they are pasted images, by the moment on the clock of who pastes', () => {
  setPerson({ timeZone: 'America/New_York', locale: 'en-US' });
  const files = ['image.png', 'boat.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  const pasted = pastedFiles({ files } as unknown as DataTransfer, new Date('2026-03-02T02:05:09Z'));
  expect(pasted.map(({ file: { name } }) => name)).toEqual(['Pasted 2026-03-01 21.05.09.png', 'boat.png']);
});
