import { screen, waitFor, within } from '@testing-library/react';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import { EditorPalette, type LoadSources } from './editor-palette.tsx';

const nothing = () => {};
let calls: Call[];
let loadSources: LoadSources;

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  loadSources = async () => [];
  const prices = { id: 'p1', title: 'Prices', url: '/prices' };
  calls = answerCalls(({ path, query }) =>
    path === '/client/pages' && query.get('q')
      ? { body: { results: [prices], total: 1, start: 0, limit: 6 } }
      : { body: { results: [], total: 0, start: 0, limit: 10 } },
  );
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

function show(isEditing: boolean) {
  const editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage());
  editing.editor.setMode({ name: isEditing ? 'edit' : 'view' });
  function Opened() {
    const [opened, setOpened] = useState(true);
    return (
      <EditingContext value={editing}>
        <main>
          <h1>Editor</h1>
          <EditorPalette loadSources={loadSources} opened={opened} onClose={() => setOpened(false)} />
        </main>
      </EditingContext>
    );
  }
  const { user } = renderScreen([{ path: '/*', Component: Opened }], '/about');
  return { user, editing };
}

const field = () => screen.findByRole('textbox', { name: 'Search commands, parts, pages and records' });
const offered = async () => {
  const list = within(await screen.findByRole('listbox', { name: 'What was found' }));
  return list.queryAllByRole('option').map((option) => option.textContent);
};

it('offers the commands that can be given now, and no others', async () => {
  const { editing } = show(false);
  await field();
  expect(await offered()).toEqual(expect.arrayContaining(['Edit', 'Page settings', 'Administration']));
  expect(await offered()).not.toContain('Undo');
  editing.editor.setMode({ name: 'edit' });
  await waitFor(async () => expect(await offered()).toContain('Undo'));
  expect(await offered()).not.toContain('Delete');
  expect(await accessibilityFaults()).toEqual([]);
});

it('gives the command that is chosen, with the keyboard alone', async () => {
  const { user, editing } = show(true);
  await user.type(await field(), 'page sett{Enter}');
  await waitFor(() => expect(editing.chrome.getState().dialog).toBe('pageSettings'));
});

it('adds a plugin by its name', async () => {
  const { user, editing } = show(true);
  const before = editing.editor.get().queue.waiting.length;
  await user.type(await field(), 'faq');
  await user.click(await screen.findByRole('option', { name: /^Add FAQ/ }));
  await waitFor(() => expect(editing.editor.get().queue.waiting.length).toBeGreaterThan(before));
});

it('adds nothing to a page that is only viewed', async () => {
  const { user } = show(false);
  await user.type(await field(), 'faq');
  await screen.findByRole('option', { name: /Prices/ });
  expect(screen.queryByRole('option', { name: /^Add/ })).toBeNull();
});

it('finds pages, once for what was typed', async () => {
  const { user } = show(false);
  await user.type(await field(), 'pric');
  await screen.findByRole('option', { name: /Prices/ });
  const asked = calls.filter(({ path }) => path === '/client/pages').map(({ query }) => query.get('q'));
  expect(asked.at(-1)).toBe('pric');
  expect(asked).not.toContain('');
});

it('says that the administration could not be searched, and loads it again', async () => {
  let isAway = true;
  loadSources = async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return [
      {
        id: 'x',
        title: 'Files',
        icon: FileText,
        find: () => ({ queryKey: ['x'], queryFn: () => [] }),
        recordsOf,
      },
    ];
  };
  const recordsOf = () => [{ id: '1', label: 'prices.pdf', href: '/cms-admin/files?file=1' }];
  const { user } = show(false);
  await user.type(await field(), 'pric');
  await screen.findByText('Could not search: Administration');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: 'prices.pdf' });
  expect(screen.queryByText('Could not search: Administration')).toBeNull();
});
