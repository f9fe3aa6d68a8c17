import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FileRecord } from '../../api/files.ts';
import { ProblemError } from '../../api/problem.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { aFile } from '../testing.ts';
import { cancelUpload, setServer } from '../uploads/queue.ts';
import type { Source } from '../uploads/send-file.ts';
import { useUploads } from '../uploads/uploads.ts';
import { FileDetails } from './file-details.tsx';

let calls: Call[];
let version: number;
let contents: object[];
let restoreServer = (): void => undefined;

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

afterEach(() => {
  for (const { id } of useUploads.getState().uploads) cancelUpload(id);
  restoreServer();
  restoreServer = () => undefined;
  useUploads.setState({ uploads: [] });
  useToasts.setState({ toasts: [] });
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
});

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

/** What is sent in place of the content; each is answered as it is told. */
function sending() {
  const sent: { source: Source; end: (answer: FileRecord | Error) => void }[] = [];
  restoreServer = setServer({
    giveUp: async () => undefined,
    sendFile: (source, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        sent.push({ source, end: (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)) });
      }),
  });
  return sent;
}

async function choose(user: ReturnType<typeof show>['user'], name = 'other.jpg') {
  await screen.findByText(/by Ann/);
  const input = document.querySelector<HTMLInputElement>('[data-upload="replacement"]');
  await user.upload(input as HTMLInputElement, new File(['1'], name, { type: 'image/jpeg' }));
}

const replaced = () => {
  version += 1;
  contents = [aContent(`replaced-${version}`, 'Ann'), ...contents];
  return aFile('boat', { version });
};

it('undoes a replacement on the version that the file has by then', async () => {
  const sent = sending();
  const { user } = show();
  await choose(user);
  expect(sent[0]?.source.replaces).toMatchObject({ id: 'boat', version: 3 });
  // Another one cannot be chosen meanwhile.
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Replace…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  sent[0]?.end(replaced());
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(button.disabled).toBe(false);
  // Somebody writes an alternative text meanwhile.
  version = 9;
  await user.click(undo);
  await waitFor(() => expect(restorations()).toHaveLength(1));
  expect(restorations()[0]?.headers.get('If-Match')).toBe('"9"');
  expect(restorations()[0]?.body).toEqual({ contentId: 'replaced-4' });
});

it('reads a file again whose replacement was refused, and takes another one in place of what failed', async () => {
  const sent = sending();
  const { user } = show();
  await choose(user);
  version = 7;
  sent[0]?.end(new ProblemError(412, { code: 'content_replaced' }));
  await waitFor(() => expect(useUploads.getState().uploads.map(({ state }) => state)).toEqual(['failed']));
  await choose(user, 'third.jpg');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.source.replaces).toMatchObject({ id: 'boat', version: 7 });
  expect(useUploads.getState().uploads.map(({ state }) => state)).toEqual(['sending']);
  sent[1]?.end(replaced());
  await screen.findByText('“boat.jpg” was replaced.');
  expect(await screen.findAllByRole('link', { name: /^Open the version that/ })).toHaveLength(3);
});

it('says nothing where a replacement was given up', async () => {
  const sent = sending();
  const { user } = show();
  await choose(user);
  await waitFor(() => expect(sent).toHaveLength(1));
  cancelUpload(useUploads.getState().uploads[0]?.id ?? '');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replace…' }).disabled).toBe(false),
  );
  expect(useToasts.getState().toasts).toEqual([]);
});

it('offers to go on with a replacement whose page was left, as long as it takes the place of this content', async () => {
  const interrupted = (what: string, replaces: string) => ({
    ...{ what, replaces, name: `${what}.jpg`, size: 9_000_000, uploadId: `u-${what}`, begunAt: Date.now() },
  });
  const kept = [interrupted('large', 'boat abc'), interrupted('outdated', 'boat old')];
  localStorage.setItem('interrupted-uploads:', JSON.stringify(kept));
  Object.defineProperty(navigator, 'locks', { value: { query: async () => ({}) }, configurable: true });
  const { user } = show();
  await screen.findByText(/^The upload of “large.jpg” was interrupted/);
  expect(await accessibilityFaults()).toEqual([]);
  const chooser = document.querySelector<HTMLInputElement>('[data-upload="replacement"]');
  const opened = vi.spyOn(chooser as HTMLInputElement, 'click');
  await user.click(screen.getByRole('button', { name: 'Choose file…' }));
  expect(opened).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(/was interrupted/)).toBeNull();
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/cms/uploads/u-large',
  ]);
});

it('says nothing of a file that has always been as it is', async () => {
  contents = [];
  show();
  await screen.findByText('Nothing uses this file.');
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/contents'))).toBe(true));
  expect(screen.queryByText('Earlier versions')).toBeNull();
});
