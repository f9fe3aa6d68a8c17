import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeClaims, clearClaims, useSessionStore } from '../session/session-store.ts';
import { EXPIRED } from '../session/expired-words.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import { createEditing } from './create-editing.ts';
import type { Editing } from './context.tsx';
import { samplePage } from './sample-page.ts';
import { hasKeptQueue } from './saving/kept-queue.ts';
import { useSessionEnd } from './use-session-end.ts';

const nothing = () => undefined;
let editing: Editing;

beforeEach(async () => {
  storeClaims(claimsWith('editor'));
  const { user } = claimsWith('editor');
  editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage(), { userId: user });
  editing.editor.change('Write', [
    { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>x</p>' } },
  ]);
  renderScreen([{ path: '/', Component: Screen }], '/');
  await screen.findByText('The page');
});

afterEach(() => {
  clearClaims();
  sessionStorage.clear();
});

function Screen() {
  useSessionEnd(editing);
  return <p>The page</p>;
}

it('says that the session has ended in another tab, and keeps what is not saved', async () => {
  act(clearClaims);
  expect(await screen.findByText(EXPIRED)).toBeVisible();
  expect(hasKeptQueue(claimsWith('editor').user, 'page')).toBe(true);
});

it('says nothing when the session is renewed', async () => {
  const claims = claimsWith('editor');
  act(() => useSessionStore.setState({ claims: { ...claims, exp: claims.exp + 600 } }));
  expect(screen.queryByText(EXPIRED)).toBeNull();
});

it('says so when a save is refused for it', async () => {
  answerCalls(() => ({ status: 401 }));
  await act(() => editing.save());
  expect(editing.saver.status.getState().status.name).toBe('loggedOut');
  expect(await screen.findByText(EXPIRED)).toBeVisible();
});
