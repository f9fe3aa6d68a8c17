import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { claimsWith, renderPiece, renderScreen } from '../../testing/screen.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import { useLeaving } from '../use-leaving.ts';
import { PluginModal } from './plugin-modal.tsx';

function edited() {
  const page = samplePage();
  page.plugins['p-three'] = {
    id: 'p-three',
    ref: 'cms.faq',
    fields: { heading: 'Asked', items: [] },
    version: 1,
  };
  const editing = createEditing({ goTo: vi.fn() } as never);
  editing.editor.open(page);
  editing.editor.setMode({ name: 'editPluginMeta', nodeId: 'three' });
  return editing;
}

function show() {
  const editing = edited();
  const drawn = renderPiece(
    <EditingContext value={editing}>
      <PluginModal />
    </EditingContext>,
  );
  const heading = () => screen.findByLabelText('Heading');
  const atHeading = async () => {
    const field = await heading();
    await waitFor(() => expect(document.activeElement).toBe(field));
  };
  return { ...drawn, editor: editing.editor, mode: () => editing.editor.get().mode.name, heading, atHeading };
}

it('has the keyboard in its first field', async () => {
  const { atHeading } = show();
  await atHeading();
});

it('closes at once where nothing was changed', async () => {
  const { user, mode, atHeading } = show();
  await atHeading();
  await user.keyboard('{Escape}');
  expect(mode()).toBe('edit');
});

it('applies nothing that content would refuse', async () => {
  const { heading } = show();
  const apply = () => screen.getByRole('button', { name: 'Apply' });
  fireEvent.change(await heading(), { target: { value: 'x'.repeat(201) } });
  await waitFor(() => expect(apply()).toHaveProperty('disabled', true));
  fireEvent.change(await heading(), { target: { value: 'Asked often' } });
  await waitFor(() => expect(apply()).toHaveProperty('disabled', false));
});

it.each([
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['Cancel', (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
] as [string, (user: ReturnType<typeof show>['user']) => Promise<void>][])(
  'asks before %s discards what was typed, and leaves the keyboard where it was',
  async (_, leave) => {
    const { user, mode, heading, atHeading } = show();
    await atHeading();
    await user.keyboard(' often');
    await leave(user);
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(mode()).toBe('editPluginMeta');
    expect(await heading()).toHaveProperty('value', 'Asked often');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await leave(user);
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(mode()).toBe('edit'));
  },
);

it('keeps what was typed, to be copied, where somebody else has removed the plugin, and says so', async () => {
  const { user, editor, mode, heading, atHeading } = show();
  await atHeading();
  await user.keyboard(' often');
  const without = samplePage(8);
  without.page.blocks = { own: { nodes: [] } };
  act(() => void editor.saved(without, 8));
  const said = within(screen.getByRole('dialog')).getByRole('alert').textContent;
  expect(said).toContain('Somebody else has removed this from the page.');
  expect(await heading()).toHaveProperty('value', 'Asked often');
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(mode()).toBe('edit'));
  expect(editor.unsaved()).toEqual([]);
});

it('has whoever leaves the page asked about what is typed', async () => {
  storeClaims(claimsWith('editor'));
  const editing = edited();
  function Edited() {
    useLeaving(editing, () => undefined);
    return (
      <EditingContext value={editing}>
        <PluginModal />
      </EditingContext>
    );
  }
  const { user } = renderScreen([{ path: '/', Component: Edited }], '/');
  const heading = await screen.findByLabelText('Heading');
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  await user.type(heading, ' often');
  expect(isAsked()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(isAsked()).toBe(false));
  clearClaims();
});
