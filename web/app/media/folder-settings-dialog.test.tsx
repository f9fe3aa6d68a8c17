import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../testing/screen.tsx';
import { FolderSettingsDialog } from './folder-settings-dialog.tsx';
import { aFolder } from './testing.ts';

let calls: Call[];
/** The folder as the service has it. */
let stored = aFolder('Team/Photos');
let isDeleted = false;
const onSaved = vi.fn(async () => undefined);
const onClose = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  stored = aFolder('Team/Photos');
  isDeleted = false;
  const team = { ...aFolder('Team'), metaData: { scopeWhitelist: ['staff'] } };
  calls = answerCalls(({ path, method, headers, body }) => {
    if (path === '/cms/buckets') return { body: { results: [team, stored], total: 2, start: 0, limit: 100 } };
    if (path === '/auth/scopes' || path === '/auth/scope-names')
      return { body: { results: [{ name: 'staff', description: '', isBuiltIn: false }], total: 1 } };
    if (isDeleted) return { status: method === 'PUT' ? 412 : 404, body: { code: 'bucket_not_found' } };
    if (method !== 'PUT') return { body: stored };
    if (headers.get('If-Match') !== `"${stored.version}"`)
      return { status: 412, body: { code: 'precondition_failed', version: stored.version } };
    stored = { ...stored, ...(body as object), version: stored.version + 1 };
    return { body: stored };
  });
});

afterEach(() => vi.unstubAllGlobals());

function show() {
  const element = (
    <main>
      <h1>Files</h1>
      <FolderSettingsDialog folder={stored} onClose={onClose} onSaved={onSaved} />
    </main>
  );
  return renderScreen([{ path: '/', element }], '/');
}

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('has whoever leaves asked about what is typed', async () => {
  const { user } = show();
  const name = await screen.findByLabelText('Name');
  expect(isAsked()).toBe(false);
  await user.type(name, ' of boats');
  expect(isAsked()).toBe(true);
  await user.clear(name);
  await user.type(name, 'Photos');
  expect(isAsked()).toBe(false);
});

const sent = () => calls.filter(({ method }) => method === 'PUT');

it('says who sees what is in a folder, with what the folders above it say', async () => {
  const { user } = show();
  expect(await screen.findByText(/“Team” is only for staff/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: /Who can see its content/ }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: /Logged-in members/ }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[0]?.body).toEqual({
    name: 'Team/Photos',
    metaData: { scopeWhitelist: ['logged-in'] },
  });
  expect(onSaved).toHaveBeenCalledWith(stored);
});

it('shows what somebody else has changed before it is written over', async () => {
  const { user } = show();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  stored = { ...stored, version: 2, metaData: { scopeWhitelist: ['staff'] } };
  await user.clear(name);
  await user.type(name, 'Pictures{Enter}');
  expect(await screen.findByText('Who sees it: theirs')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)?.headers.get('If-Match')).toBe('"2"');
  expect(sent().at(-1)?.body).toEqual({ name: 'Team/Pictures', metaData: { scopeWhitelist: [] } });
});

it('saves over a change that is not about the folder itself', async () => {
  const { user } = show();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  stored = { ...stored, version: 5 };
  await user.clear(name);
  await user.type(name, 'Pictures{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"', '"5"']);
});

it('says that the folder is gone, and keeps what was typed', async () => {
  const { user } = show();
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  isDeleted = true;
  await user.clear(name);
  await user.type(name, 'Pictures{Enter}');
  expect(await screen.findByText(/Somebody has deleted this since you opened it/)).toBeTruthy();
  expect(name.value).toBe('Pictures');
  expect(onClose).not.toHaveBeenCalled();
});
