import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import type { Frame } from './canvas/frame.ts';
import type { Editing } from './context.tsx';
import { createEditing } from './create-editing.ts';
import { samplePage } from './sample-page.ts';
import { hasKeptQueue } from './saving/kept-queue.ts';
import { keepAtSessionEnd } from './saving/leaving.ts';
import { useOpening } from './use-opening.ts';

const nothing = () => undefined;
const claims = claimsWith('editor');
let editing: Editing;
let start: (() => Promise<void>) | undefined;

function Screen() {
  start = useOpening(editing, '/sample');
  return <p>The page</p>;
}

beforeEach(() => {
  answerCalls(() => ({ body: samplePage() }));
  editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.frame.setState({
    frame: { window, document, page: document.body, address: '/sample' } as unknown as Frame,
  });
});

afterEach(() => {
  clearClaims();
  queryClient.clear();
  sessionStorage.clear();
});

async function edit() {
  renderScreen([{ path: '/sample', Component: Screen }], '/sample');
  await screen.findByText('The page');
  await act(async () => start?.());
}

it('opens a page for the user whose token has just run out: what is not saved is kept for them', async () => {
  storeClaims({ ...claims, exp: Math.floor(Date.now() / 1000) - 5 });
  await edit();
  const { editor } = editing;
  expect(editor.get().userId).toBe(claims.user);
  editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>x</p>' } }]);
  expect(keepAtSessionEnd(editor, 'another')).toBe(true);
  expect(hasKeptQueue(claims.user, 'page')).toBe(true);
  expect(editor.get().base).toBeUndefined();
});

it('opens no page for nobody', async () => {
  await edit();
  expect(editing.editor.get().base).toBeUndefined();
  expect(editing.editor.get().mode.name).toBe('view');
});
