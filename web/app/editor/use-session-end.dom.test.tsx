import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EXPIRED } from '../session/expired-words.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import type { Editing } from './context.tsx';
import { createEditing } from './create-editing.ts';
import { samplePage } from './sample-page.ts';
import { hasKeptQueue } from './saving/kept-queue.ts';
import { useSessionEnd } from './use-session-end.ts';

const nothing = () => undefined;
const claims = claimsWith('editor');
const assign = vi.fn();
let editing: Editing;
let user: ReturnType<typeof renderScreen>['user'];

function Screen() {
  useSessionEnd(editing);
  return <p>The page</p>;
}

beforeEach(async () => {
  assign.mockClear();
  vi.stubGlobal('location', { ...window.location, assign });
  storeClaims(claims);
  editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage(), { userId: claims.user });
  editing.editor.change('Write', [
    { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>x</p>' } },
  ]);
  ({ user } = renderScreen([{ path: '/', Component: Screen }], '/'));
  await screen.findByText('The page');
});

afterEach(() => {
  cleanup();
  clearClaims();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Reads the notice, which is there until somebody does, and goes to the login. */
async function read(): Promise<void> {
  expect((await screen.findByRole('dialog')).textContent).toContain(
    `${EXPIRED} Your changes are safe: log in to continue.`,
  );
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/cms-login'));
}

it('says that the session has ended in another tab, and keeps what is not saved', async () => {
  answerCalls(() => ({ status: 401 }));
  act(clearClaims);
  expect(hasKeptQueue(claims.user, 'page')).toBe(true);
  await read();
});

it('says so when a save is refused for it', async () => {
  answerCalls(() => ({ status: 401 }));
  await act(() => editing.save());
  expect(editing.saver.status.getState().status.name).toBe('loggedOut');
  expect(hasKeptQueue(claims.user, 'page')).toBe(true);
  await read();
});

it('speaks of no changes where there are none', async () => {
  act(() => editing.editor.undo());
  act(clearClaims);
  const notice = await screen.findByRole('dialog');
  expect(notice.textContent).toContain(EXPIRED);
  expect(notice.textContent).not.toContain('Your changes are safe');
  expect(screen.getByRole('button', { name: 'OK' })).toBeTruthy();
});

it('says nothing when the session is renewed', () => {
  act(() => storeClaims({ ...claims, exp: claims.exp + 600 }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(hasKeptQueue(claims.user, 'page')).toBe(false);
});
