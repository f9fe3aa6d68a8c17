import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import { FileDetails } from './file-details.tsx';

let calls: Call[];
let version: number;
let contents: object[];

const aContent = (id: string, name: string | null) => ({
  id,
  uri: `/cms/files/boat/contents/${id}`,
  mimeType: 'image/jpeg',
  size: 5_000,
  width: 800,
  height: 600,
  replacedAt: '2026-11-20T10:00:00Z',
  replacedBy: name && { userId: 'u', name },
  restorableUntil: '2026-12-20T10:00:00Z',
});

beforeEach(() => {
  version = 3;
  contents = [aContent('second', 'Ann'), aContent('first', null)];
  calls = answerCalls(({ path, method }) => {
    if (path.endsWith('/contents')) return { body: { results: contents, total: contents.length } };
    if (path.endsWith('/uses')) return { body: { uses: [], total: 0, hidden: 0 } };
    if (method !== 'GET') {
      version += 1;
      contents = [aContent(`replaced-${version}`, 'Ann'), ...contents];
    }
    if (path.startsWith('/cms/files/boat')) return { body: aFile('boat', { version }) };
    return { body: { results: [], total: 0, start: 0, limit: 100 } };
  });
});

afterEach(() => vi.unstubAllGlobals());

const nothing = () => undefined;

function show() {
  const element = (
    <main>
      <h1>Files</h1>
      <FileDetails id="boat" onRename={nothing} onMove={nothing} onRemove={nothing} />
    </main>
  );
  return renderScreen([{ path: '/', element }], '/');
}

const restorations = () => calls.filter(({ path }) => path.endsWith('/content-restorations'));

it('shows what a file was, brings a version back, and goes back to the one in between', async () => {
  const { user } = show();
  expect(await screen.findByText(/by Ann/)).toBeTruthy();
  const [picture] = screen.getAllByRole('link', { name: /^Open the version that/ });
  expect(picture?.getAttribute('href')).toBe('/cms/files/boat/contents/second');
  expect(picture?.querySelector('img')?.getAttribute('src')).toBe('/cms/files/boat/contents/second?size=sm');
  expect(await accessibilityFaults()).toEqual([]);
  const [, first] = screen.getAllByRole('button', { name: /^Restore the version that/ });
  await user.click(first as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(restorations()).toHaveLength(2));
  expect(restorations().map(({ body, headers }) => [body, headers.get('If-Match')])).toEqual([
    [{ contentId: 'first' }, '"3"'],
    [{ contentId: 'replaced-4' }, '"4"'],
  ]);
});

it('undoes a replacement on the version that the file has by then', async () => {
  const { user } = show();
  await screen.findByText(/by Ann/);
  const input = document.querySelector<HTMLInputElement>('[data-upload="replacement"]');
  await user.upload(input as HTMLInputElement, new File(['1'], 'other.jpg', { type: 'image/jpeg' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  // Somebody writes an alternative text meanwhile.
  version = 9;
  await user.click(undo);
  await waitFor(() => expect(restorations()).toHaveLength(1));
  expect(restorations()[0]?.headers.get('If-Match')).toBe('"9"');
  expect(restorations()[0]?.body).toEqual({ contentId: 'replaced-4' });
});

it('says nothing of a file that has always been as it is', async () => {
  contents = [];
  show();
  await screen.findByText('Nothing uses this file.');
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/contents'))).toBe(true));
  expect(screen.queryByText('Earlier versions')).toBeNull();
});
