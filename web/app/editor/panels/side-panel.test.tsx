import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import * as commands from '../commands/node-commands.ts';
import { openSettings } from '../commands/page-commands.ts';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import { SidePanel } from './side-panel.tsx';

/** The settings of a row, opened by a command. */
async function open(command: { run: (typeof commands.nodeLink)['run'] }) {
  answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 100 } }));
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
  const editing = createEditing({ goTo: vi.fn() } as never);
  editing.editor.open(samplePage());
  editing.editor.setMode({ name: 'edit' });
  editing.editor.select('row');
  const Component = () => (
    <EditingContext value={editing}>
      <SidePanel />
    </EditingContext>
  );
  const { user } = renderScreen([{ path: '/', Component }], '/');
  act(() => command.run(editing));
  await screen.findByRole('region', { name: 'Shared block' });
  const mode = () => editing.editor.get().mode.name;
  return { user, editing, mode };
}

describe.each([
  commands.nodeSettings,
  commands.nodeLink,
  commands.nodeBackground,
  commands.nodeVisibility,
  commands.nodeBranchBlock,
])('the settings, opened by $name', (command) => {
  it('leave the keys to the page when Escape closes them', async () => {
    const { user, mode } = await open(command);
    expect(mode()).not.toBe('edit');
    await user.keyboard('{Escape}');
    expect(mode()).toBe('edit');
  });

  it('leave them when their own key does', async () => {
    const { editing, mode } = await open(command);
    act(() => openSettings.run(editing));
    expect(editing.chrome.getState().panel).toBeUndefined();
    expect(mode()).toBe('edit');
  });

  it('leave them to what is clicked in the page, also where it is the same part', async () => {
    const { editing, mode } = await open(command);
    act(() => editing.focusNode('row'));
    expect(editing.chrome.getState().panel).toBe('settings');
    expect(mode()).toBe('edit');
  });
});
