import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommittedField } from '../fields/committed-field.tsx';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { claimsWith, renderScreen } from '../testing/screen.tsx';
import { mayLogOut } from '../ui/leave-warning.ts';
import { useUnsavedDialog } from '../ui/unsaved-dialogs.ts';
import type { Outcome } from '../writing/pasted-images/place.ts';
import { samplePage } from './sample-page.ts';
import { hasKeptQueue, takeKeptQueue } from './saving/kept-queue.ts';
import { createEditorStore, type EditorStore } from './store/editor-store.ts';
import { placeInPlugin } from './text/pasted-place.ts';
import { useLeaving } from './use-leaving.ts';

const ANNE = 'anne';
let editor: EditorStore;
let isDialogDirty: boolean;

beforeEach(() => {
  isDialogDirty = false;
  storeClaims(claimsWith('editor'));
  editor = createEditorStore();
  editor.open(samplePage());
  editor.setMode({ name: 'edit' });
});
afterEach(() => {
  clearClaims();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** A page that is edited, with a field of a plugin's settings. */
function Edited(): ReactNode {
  useLeaving({ editor }, () => undefined);
  useUnsavedDialog(() => isDialogDirty);
  return (
    <CommittedField
      definition={{ type: 'text', label: 'Note' }}
      value=""
      onCommit={(note) =>
        editor.change('Set', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { note } }])
      }
    />
  );
}

async function show() {
  const shown = renderScreen([{ path: '/', Component: Edited }], '/');
  return { ...shown, field: await screen.findByLabelText('Note') };
}

function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it('asks for what is typed in a field that has not been left', async () => {
  const { user, field } = await show();
  expect(asksBeforeUnload()).toBe(false);
  await user.type(field, 'x');
  act(() => expect(asksBeforeUnload()).toBe(true));
  expect(editor.get().page?.plugins['p-one']?.fields.note).toBe('x');
});

it('keeps what is changed after the session has ended, and what is still typed', async () => {
  editor.open(samplePage(), { userId: ANNE });
  editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-two', fields: { content: '<p>y</p>' } }]);
  const { user, field } = await show();
  act(clearClaims);
  editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-three', fields: { content: '<p>z</p>' } }]);
  await user.type(field, 'x');
  act(() => expect(asksBeforeUnload()).toBe(false));
  const kept = takeKeptQueue(ANNE, 'page')?.queue.waiting.flatMap(({ actions }) => actions);
  expect(kept?.map((action) => 'pluginId' in action && action.pluginId)).toEqual([
    'p-two',
    'p-three',
    'p-one',
  ]);
});

it('asks after the session has ended where the tab has no room for the changes', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // As much as a tab may hold, less than one change.
  sessionStorage.setItem('full', 'x'.repeat(4_999_900));
  editor.open(samplePage(), { userId: ANNE });
  const { user, field } = await show();
  act(clearClaims);
  expect(asksBeforeUnload()).toBe(false);
  await user.type(field, 'x');
  act(() => expect(asksBeforeUnload()).toBe(true));
});

describe('logging out', () => {
  /** The question that is asked about an unsaved change. */
  async function asked() {
    editor.open(samplePage(), { userId: ANNE });
    editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-two', fields: { content: '<p>y</p>' } }]);
    const { user } = await show();
    const leaving = mayLogOut();
    return { user, leaving, dialog: await screen.findByRole('dialog') };
  }
  const LOST = 'Any unsaved changes will be lost.';

  it('asks, and says that the changes of the page are kept', async () => {
    const { user, leaving, dialog } = await asked();
    expect(dialog.textContent).toContain('They stay in this tab');
    expect(dialog.textContent).not.toContain(LOST);
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(await leaving).toBe(false);
    // Saved and left, they would come back otherwise.
    expect(hasKeptQueue(ANNE, 'page')).toBe(false);
  });

  it('says that they are lost where the tab has no room for them', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    sessionStorage.setItem('full', 'x'.repeat(4_999_990));
    const { user, leaving, dialog } = await asked();
    expect(dialog.textContent).toContain(LOST);
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await leaving).toBe(true);
  });

  it('says that what is filled in in a dialog is lost', async () => {
    isDialogDirty = true;
    const { user, leaving, dialog } = await asked();
    expect(dialog.textContent).toContain(LOST);
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(await leaving).toBe(false);
  });
});

it.each(['edit', 'view'] as const)(
  'tells images on their way in mode %s that the page is gone',
  async (name) => {
    const { unmount } = await show();
    editor.setMode({ name });
    const place = placeInPlugin(editor, 'p-one');
    unmount();
    const outcome: Outcome = await place.replace(new Map([['https://e.org/a.png', '/files/Pasted/a.png']]));
    expect(outcome).toBe('gone');
    expect(editor.get().queue.waiting).toEqual([]);
  },
);

it('tells those that wait for the mode to change', async () => {
  const { unmount } = await show();
  editor.setMode({ name: 'view' });
  const waiting = placeInPlugin(editor, 'p-one').replace(new Map([['https://e.org/a.png', '/a.png']]));
  unmount();
  expect(await waiting).toBe('gone');
});
