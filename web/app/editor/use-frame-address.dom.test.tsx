import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import type { Frame } from './canvas/frame.ts';
import type { Editing } from './context.tsx';
import { createEditing } from './create-editing.ts';
import { samplePage } from './sample-page.ts';
import { unsavedCount } from './store/queue.ts';
import { useFrameAddress } from './use-frame-address.ts';

const nothing = () => undefined;
const assign = vi.fn();

let editing: Editing;
let navigated: ReturnType<typeof useFrameAddress>['onNavigated'] | undefined;
/** The pages that the service has, by their paths. */
let pages: Record<string, { id: string; url: string }>;

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  queryClient.clear();
  assign.mockReset();
  navigated = undefined;
  pages = { '/sample': { id: 'page', url: '/sample' }, '/other': { id: 'other', url: '/other' } };
  answerCalls(({ query }) => {
    const found = pages[query.get('url') ?? ''];
    return found ? { body: { ...samplePage(), page: { ...samplePage().page, ...found } } } : { status: 404 };
  });
  editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage());
  editing.editor.setMode({ name: 'edit' });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

async function show() {
  const Component = () => {
    navigated = useFrameAddress(editing, nothing).onNavigated;
    return null;
  };
  const shown = renderScreen([{ path: '*', Component }], '/sample');
  await waitFor(() => expect(navigated).toBeDefined());
  return { ...shown, path: () => shown.router.state.location.pathname };
}

/** The frame has loaded the page at a path, or has no more than its location there. */
const frameAt = (path: string, isLoaded = true) =>
  act(async () => {
    const location = { pathname: path, search: '', assign };
    const address = isLoaded ? path : '/sample';
    const frame = { address, window: { location, history: { pushState: assign } } } as unknown as Frame;
    editing.frame.setState({ frame });
    await navigated?.(path, 'Other');
  });

const writeSomething = () =>
  editing.editor.change('Write', [
    { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>x</p>' } },
  ]);
const unsaved = () => unsavedCount(editing.editor.get().queue);
const answer = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

it('keeps what is not saved while it is asked about, and puts the frame back where somebody stays', async () => {
  const { user, path } = await show();
  writeSomething();
  await frameAt('/other');
  await screen.findByRole('dialog', { name: 'Unsaved changes' });
  expect(unsaved()).toBe(1);
  await answer(user, 'Stay');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/sample');
  expect(path()).toBe('/sample');
  await frameAt('/sample');
  expect(unsaved()).toBe(1);
  expect(editing.editor.get().base?.page.id).toBe('page');
});

it('asks again when the frame leaves once more, also where the page in it has stayed', async () => {
  const { user } = await show();
  writeSomething();
  await frameAt('/other', false);
  await answer(user, 'Stay');
  expect(assign).toHaveBeenCalledExactlyOnceWith(null, '', '/sample');
  await frameAt('/other', false);
  await answer(user, 'Leave');
  await waitFor(() => expect(editing.editor.get().base).toBeUndefined());
});

it('asks once about a frame that the server leads away again', async () => {
  const { user } = await show();
  writeSomething();
  await frameAt('/other');
  await answer(user, 'Stay');
  await frameAt('/other');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(unsaved()).toBe(1);
});

it('asks once where the frame moves on while somebody is asked', async () => {
  const { user, path } = await show();
  writeSomething();
  await frameAt('/other');
  await screen.findByRole('dialog');
  await frameAt('/third');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await answer(user, 'Leave');
  await waitFor(() => expect(path()).toBe('/third'));
});

it('closes the page once somebody has left it', async () => {
  const { user, path } = await show();
  writeSomething();
  await frameAt('/other');
  await answer(user, 'Leave');
  await waitFor(() => expect(path()).toBe('/other'));
  expect(editing.editor.get().base).toBeUndefined();
  expect(assign).not.toHaveBeenCalled();
});

it('asks nothing where nothing would be lost', async () => {
  const { path } = await show();
  await frameAt('/other');
  await waitFor(() => expect(path()).toBe('/other'));
  expect(editing.editor.get().base).toBeUndefined();
});

it('stays with a page that somebody has given another address', async () => {
  const { path } = await show();
  writeSomething();
  pages = { '/moved': { id: 'page', url: '/moved' } };
  await frameAt('/moved');
  await waitFor(() => expect(path()).toBe('/moved'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(unsaved()).toBe(1);
});
