/** Categories are put before, after and below others, by dragging and by keys. */
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EcomCategoryIn, EcomCategoryOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { ResourceList } from '../resource-list.tsx';

let categories: EcomCategoryOut[];

const category = (name: string, parentId: string | null, position: number): EcomCategoryOut => ({
  id: name,
  name,
  description: '',
  parentId,
  position,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
});
const below = (parentId: string | null) =>
  categories.filter((each) => each.parentId === parentId).sort((one, other) => one.position - other.position);
const named = (parentId: string | null) => below(parentId).map(({ name }) => name);

/** As the service does it: the position counts the others alone. */
function replace(id: string, { parentId = null, position }: EcomCategoryIn): EcomCategoryOut {
  const row = categories.find((each) => each.id === id) as EcomCategoryOut;
  const others = below(parentId).filter((each) => each !== row);
  const at = Math.min(position ?? others.length, others.length);
  const before = row.parentId;
  row.parentId = parentId;
  row.version += 1;
  for (const [index, each] of others.toSpliced(at, 0, row).entries()) each.position = index;
  for (const [index, each] of below(before).entries()) each.position = index;
  return row;
}

beforeEach(() => {
  storeClaims(claimsWith('ecom:write'));
  categories = [
    category('Baskets', null, 0),
    category('Garden', null, 1),
    category('Kitchen', null, 2),
    category('Large', 'Garden', 0),
    category('Small', 'Garden', 1),
  ];
  answerCalls(({ path, method, body }) => {
    const id = /^\/ecom\/categories\/(.+)$/.exec(path)?.[1];
    const sorted = [...below(null), ...below('Garden'), ...below('Baskets'), ...below('Kitchen')];
    if (method === 'PUT' && id) return { body: structuredClone(replace(id, body as EcomCategoryIn)) };
    if (id) return { body: structuredClone(categories.find((each) => each.id === id)) };
    return { body: { results: structuredClone(sorted), total: sorted.length, start: 0, limit: 100 } };
  });
});

afterEach(() => {
  sessionStorage.clear();
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

async function show() {
  const { default: resource } = await import('./resource.tsx');
  const Component = () => (
    <main>
      <ResourceList resource={resource} />
    </main>
  );
  const shown = renderScreen([{ path: '/cms-ecom/categories', Component }], '/cms-ecom/categories');
  await at('Small');
  return shown;
}

const at = (name: string) =>
  screen.findByRole('treeitem', { name: (words) => words === name || words.startsWith(`${name} `) });
const press = async (name: string, key: string) =>
  fireEvent.keyDown(await at(name), { key, code: key, altKey: true });
const rows = () => screen.getAllByRole('treeitem').map(({ dataset }) => dataset.name);

/** Drags one onto another; `share` is how far down that is, from 0 to 1. */
async function drag(name: string, onto: string, share: number) {
  const dataTransfer = { effectAllowed: '', setData: () => undefined };
  const [from, to] = [await at(name), await at(onto)];
  to.getBoundingClientRect = () => ({ ...new DOMRect(0, 100, 300, 50), top: 100, height: 50 }) as DOMRect;
  let over: string | null = null;
  fireEvent.dragStart(from, { dataTransfer });
  for (const name of ['dragOver', 'drop'] as const) {
    const event = createEvent[name](to, { dataTransfer });
    // jsdom has no DragEvent, which would have it.
    Object.defineProperty(event, 'clientY', { value: 100 + 50 * share });
    fireEvent(to, event);
    over ??= to.getAttribute('data-over');
  }
  fireEvent.dragEnd(from);
  return over;
}

it.each([
  ['Kitchen', 'Baskets', 0.1, 'before', ['Kitchen', 'Baskets', 'Garden']],
  ['Baskets', 'Kitchen', 0.9, 'after', ['Garden', 'Kitchen', 'Baskets']],
  ['Baskets', 'Kitchen', 0.1, 'before', ['Garden', 'Baskets', 'Kitchen']],
  ['Small', 'Baskets', 0.9, 'after', ['Baskets', 'Small', 'Garden', 'Kitchen']],
])('%s dragged onto %s at %d goes %s it', async (name, onto, share, side, expected) => {
  await show();
  expect(await drag(name, onto, share)).toBe(side);
  await waitFor(() => expect(named(null)).toEqual(expected));
});

it('is put below what it is dropped in the middle of, or beside it where it is below that already', async () => {
  await show();
  expect(await drag('Kitchen', 'Baskets', 0.5)).toBe('inside');
  await waitFor(() => expect(named('Baskets')).toEqual(['Kitchen']));
  expect(await drag('Kitchen', 'Baskets', 0.6)).toBe('before');
  await waitFor(() => expect(named(null)).toEqual(['Kitchen', 'Baskets', 'Garden']));
  expect(await drag('Small', 'Large', 0.2)).toBe('before');
  await waitFor(() => expect(named('Garden')).toEqual(['Small', 'Large']));
});

it('is dropped nowhere within itself', async () => {
  await show();
  expect(await drag('Garden', 'Large', 0.1)).toBeNull();
  expect(named(null)).toEqual(['Baskets', 'Garden', 'Kitchen']);
});

it('stays where it is for those who may only read, even where the screen was loaded for one who may write', async () => {
  await import('./resource.tsx');
  storeClaims(claimsWith('ecom:read'));
  await show();
  expect((await at('Kitchen')).getAttribute('aria-keyshortcuts') ?? '').not.toContain('Alt');
  expect(await drag('Kitchen', 'Baskets', 0.5)).toBeNull();
  await press('Kitchen', 'ArrowUp');
  expect(named(null)).toEqual(['Baskets', 'Garden', 'Kitchen']);
});

it('moves by Alt and the arrows: up, down, in and out, and back', async () => {
  const { user } = await show();
  await press('Kitchen', 'ArrowUp');
  await waitFor(() => expect(named(null)).toEqual(['Baskets', 'Kitchen', 'Garden']));
  await press('Kitchen', 'ArrowDown');
  await waitFor(() => expect(named(null)).toEqual(['Baskets', 'Garden', 'Kitchen']));
  await waitFor(() => expect(rows()).toEqual(['Baskets', 'Garden', 'Large', 'Small', 'Kitchen']));
  await press('Kitchen', 'ArrowRight');
  await waitFor(() => expect(rows()).toEqual(['Baskets', 'Garden', 'Large', 'Small', 'Kitchen']));
  await waitFor(() => expect(named('Garden')).toEqual(['Large', 'Small', 'Kitchen']));
  await waitFor(async () => expect((await at('Kitchen')).getAttribute('aria-level')).toBe('2'));
  await press('Large', 'ArrowLeft');
  await waitFor(() => expect(named(null)).toEqual(['Baskets', 'Garden', 'Large']));
  await waitFor(() => expect((document.activeElement as HTMLElement).dataset.name).toBe('Large'));
  const undo = await screen.findAllByRole('button', { name: 'Undo' });
  await user.click(undo.at(-1) as HTMLElement);
  await waitFor(() => expect(named('Garden')).toEqual(['Large', 'Small', 'Kitchen']));
  // The first has nothing before it.
  await press('Baskets', 'ArrowUp');
  await press('Baskets', 'ArrowRight');
  expect(named(null)).toEqual(['Baskets', 'Garden']);
});

it('takes a move by the menu back by Ctrl+Z, from wherever the keyboard is on the list', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'More actions: Kitchen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
  await screen.findByText('“Kitchen” was moved.');
  await waitFor(() => expect(rows()).toEqual(['Baskets', 'Kitchen', 'Garden', 'Large', 'Small']));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(named(null)).toEqual(['Baskets', 'Garden', 'Kitchen']));
  await waitFor(() => expect(rows()).toEqual(['Baskets', 'Garden', 'Large', 'Small', 'Kitchen']));
  // Once.
  await user.keyboard('{Control>}z{/Control}');
  expect(named(null)).toEqual(['Baskets', 'Garden', 'Kitchen']);
});

it.each([
  ['Baskets', 'ArrowUp', 'It is the first already.'],
  ['Kitchen', 'ArrowDown', 'It is the last already.'],
  ['Baskets', 'ArrowRight', 'There is nothing above it to move it into.'],
  // The browser's own way back is not to leave the screen.
  ['Garden', 'ArrowLeft', 'It is at the top already.'],
])('says why %s does not move by Alt and %s, which does nothing else either', async (name, key, words) => {
  await show();
  // False: its default is prevented.
  expect(await press(name, key)).toBe(false);
  await screen.findByText(words);
  expect(named(null)).toEqual(['Baskets', 'Garden', 'Kitchen']);
});

it('shows the place at the top below the rows, which stay where they are', async () => {
  await show();
  const dataTransfer = { effectAllowed: '', setData: () => undefined };
  fireEvent.dragStart(await at('Small'), { dataTransfer });
  const top = await screen.findByText('Top level: drop here');
  const tree = screen.getByRole('tree');
  expect(tree.compareDocumentPosition(top) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
});

it('leaves no blank tree where all at the top was deleted, until that is taken back', async () => {
  categories = categories.filter(({ id, parentId }) => id === 'Garden' || parentId === 'Garden');
  const { user } = await show();
  const garden = await screen.findByRole('treeitem', { name: /^Garden/ });
  garden.focus();
  await user.keyboard('{Delete}');
  await screen.findByText('Nothing is left at the top level.');
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByRole('treeitem', { name: /^Garden/ });
  expect(screen.queryByText('Nothing is left at the top level.')).toBeNull();
});
