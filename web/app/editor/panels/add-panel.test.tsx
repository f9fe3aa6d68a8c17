import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { loadable } from '../../ui/load-failure.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import { AddPanel } from './add-panel.tsx';

async function show() {
  answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 100 } }));
  const editing = createEditing({ goTo: vi.fn() } as never);
  editing.editor.open(samplePage());
  editing.editor.setMode({ name: 'edit' });
  const { promise, resolve: load } = Promise.withResolvers<void>();
  const Palette = loadable(async () => {
    await promise;
    return (await import('./palette.tsx')).Palette;
  });
  const Component = () => (
    <EditingContext value={editing}>
      <AddPanel Palette={Palette} />
    </EditingContext>
  );
  const drawn = renderScreen([{ path: '/', Component }], '/');
  const search = await screen.findByRole('searchbox', { name: 'Search for something to add' });
  const added = () => (editing.editor.get().page?.page.plugins ?? []).map(({ ref }) => ref);
  return { ...drawn, load, search, added };
}

function confirm(search: HTMLElement, value: string): void {
  fireEvent.change(search, { target: { value } });
  fireEvent.keyDown(search, { key: 'Enter' });
}

it('has the keyboard in its search before anything is loaded', async () => {
  const { search } = await show();
  expect(document.activeElement).toBe(search);
});

it('adds what was typed and confirmed before that, and once', async () => {
  const { search, added, load } = await show();
  const before = added().length;
  confirm(search, 'faq');
  load();
  await waitFor(() => expect(added().filter((ref) => ref === 'cms.faq')).toHaveLength(1));
  await screen.findByRole('button', { name: /FAQ/ });
  expect(added()).toHaveLength(before + 1);
});

it('adds nothing where one has gone on typing since', async () => {
  const { search, added, load } = await show();
  const before = added();
  confirm(search, 'faq');
  fireEvent.change(search, { target: { value: 'faqs are' } });
  load();
  await screen.findByText('Nothing found for “faqs are”.');
  expect(added()).toEqual(before);
});

it('leads down to the first that is found', async () => {
  const { user, search, added, load } = await show();
  load();
  await user.type(search, 'faq');
  const first = await screen.findByRole('button', { name: /FAQ/ });
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(added()).toContain('cms.faq'));
});
