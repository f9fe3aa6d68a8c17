import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Box } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { defineResource } from '../define-resource.ts';
import { ResourceList } from '../resource-list.tsx';

interface Shelf {
  id: string;
  parent: string | undefined;
}

let shelves: Shelf[];
let fault: unknown;
/** What reading more of a branch fails with. */
let branchFault: unknown;
let asked: (string | undefined)[];
const bulk = vi.fn(async (shelf: Shelf) => {
  if (shelf.id === 'B') throw new ProblemError(409, { code: 'no', title: 'No', detail: 'B is nailed down.' });
  return shelf;
});

const isBelow = (shelf: Shelf | undefined, id: string): boolean =>
  shelf?.parent !== undefined &&
  (shelf.parent === id ||
    isBelow(
      shelves.find((one) => one.id === shelf.parent),
      id,
    ));

const put = async ({ id }: Shelf, parent: string | undefined): Promise<Shelf> => {
  if (fault) throw fault;
  const moved = { id, parent };
  shelves = [...shelves.filter((one) => one.id !== id), moved].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  return moved;
};

const resource = defineResource<Shelf>({
  path: 'shelves',
  one: 'shelf',
  many: 'Shelves',
  description: 'Where things lie.',
  icon: Box,
  scopes: ['editor'],
  columns: [{ key: 'id', header: 'Name', cell: ({ id }) => id }],
  defaultSort: 'id',
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  list: (params) => ({
    queryKey: ['shelves', params],
    queryFn: () => ({ results: shelves, total: shelves.length, start: 0, limit: 10 }),
  }),
  bulkActions: [{ label: 'Paint', icon: Box, run: bulk, done: (count) => `${count} painted.` }],
  tree: {
    branch: (parent, after) => ({
      queryKey: ['shelves', 'branch', parent?.id, after],
      queryFn: () => {
        if (after && branchFault) throw branchFault;
        asked.push(parent?.id);
        const all = shelves.filter((one) => one.parent === parent?.id && (!after || one.id > after));
        const results = all.slice(0, 3);
        return { results, next: all.length > 3 ? results.at(-1)?.id : null };
      },
    }),
    belowOf: ({ id }) => shelves.filter((one) => isBelow(one, id)).length,
    move: {
      canMove: () => true,
      canHold: () => true,
      run: (shelf, parent) => put(shelf, parent?.id),
      undo: (shelf, before) => put(shelf, before.parent),
      done: ({ id }) => `${id} was moved.`,
    },
  },
  invalidates: [['shelves']],
});

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  shelves = [
    { id: 'A', parent: undefined },
    { id: 'A1', parent: 'A' },
    { id: 'A1a', parent: 'A1' },
    { id: 'A2', parent: 'A' },
    { id: 'B', parent: undefined },
    { id: 'C', parent: undefined },
    { id: 'D', parent: undefined },
  ];
  fault = undefined;
  branchFault = undefined;
  asked = [];
  bulk.mockClear();
});

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

const show = (search = '?view=tree') =>
  renderScreen(
    [
      {
        path: '/cms-admin/shelves',
        Component: () => (
          <main>
            <ResourceList resource={resource} />
          </main>
        ),
      },
    ],
    `/cms-admin/shelves${search}`,
  );

const rows = () =>
  screen
    .getAllByRole('treeitem')
    .filter(({ dataset }) => dataset.row)
    .map((row) => `${row.getAttribute('aria-level')} ${row.dataset.name}`);
const focused = () => (document.activeElement as HTMLElement).dataset.name;
const at = (name: string) =>
  screen.findByRole('treeitem', { name: (words) => words === name || words.startsWith(`${name} `) });

describe('the tree', () => {
  it('is switched to in the address, and read a branch at a time', async () => {
    const { user, router } = show('');
    await user.click(await screen.findByRole('button', { name: 'Show as a tree' }));
    expect(router.state.location.search).toBe('?view=tree');
    await at('A');
    expect(rows()).toEqual(['1 A', '1 B', '1 C']);
    expect(asked).toEqual([undefined]);
    // What is read of it is what it is called: who speaks to a screen says what they see.
    expect((await at('A')).textContent).toContain('A 3 below');
    await user.click(screen.getByRole('button', { name: 'Open A' }));
    await at('A2');
    expect(rows()).toEqual(['1 A', '2 A1', '2 A2', '1 B', '1 C']);
    expect(asked).toEqual([undefined, 'A']);
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('treeitem', { name: 'Show more' }));
    await at('D');
    // The keyboard goes on with what has come.
    await waitFor(() => expect(focused()).toBe('D'));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is walked through by the keys of a tree', async () => {
    const { user } = show();
    (await at('A')).focus();
    await user.keyboard('{ArrowRight}');
    await at('A1');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await at('A1a');
    expect(focused()).toBe('A1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('A2');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('A');
    await user.keyboard('{ArrowLeft}');
    expect(rows()).toEqual(['1 A', '1 B', '1 C']);
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('Show more');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('C');
    await user.keyboard('b');
    expect(focused()).toBe('B');
    expect((await at('B')).tabIndex).toBe(0);
    expect((await at('A')).tabIndex).toBe(-1);
  });

  it('is one stop of Tab, also where the row is gone that had it', async () => {
    const { user } = show();
    await at('A');
    const stops = () => rows().filter((_, index) => screen.getAllByRole('treeitem')[index]?.tabIndex === 0);
    expect(stops()).toEqual(['1 A']);
    (await at('A')).focus();
    await user.keyboard('{ArrowRight}');
    await at('A2');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(stops()).toEqual(['2 A2']);
    await user.click(screen.getByRole('button', { name: 'Close A' }));
    expect(stops()).toEqual(['1 A']);
  });

  it('keeps what was read when more cannot be, and tries that again', async () => {
    branchFault = new ProblemError(500, {});
    const { user } = show();
    await user.click(await screen.findByRole('treeitem', { name: 'Show more' }));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('treeitem', { name: 'C' })).toBeTruthy();
    branchFault = undefined;
    await user.click(retry);
    await screen.findByRole('treeitem', { name: 'D' });
  });

  it('tells the place of each row, and of how many where all of them are read', async () => {
    const { user } = show();
    const places = async (name: string) => {
      const row = await at(name);
      return [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')];
    };
    await user.click(await screen.findByRole('button', { name: 'Open A' }));
    expect(await places('A2')).toEqual(['2', '2']);
    expect(await places('C')).toEqual(['3', '-1']);
    await user.click(screen.getByRole('treeitem', { name: 'Show more' }));
    expect(await places('D')).toEqual(['4', '4']);
  });

  it('says what was cut, where it cannot go, and that it stays', async () => {
    const { user } = show();
    (await at('A')).focus();
    await user.keyboard('{ArrowRight}');
    await at('A1');
    await user.keyboard('{Control>}x{/Control}');
    screen.getByText(/^“A” was cut. Press Ctrl\+V/);
    await user.keyboard('{ArrowDown}{Control>}v{/Control}');
    const refused = screen.getByText('It cannot go below “A1”.');
    await user.keyboard('{Control>}v{/Control}');
    // Put there once more, so that it is read out once more.
    expect(screen.getByText('It cannot go below “A1”.')).not.toBe(refused);
    await user.keyboard('{Escape}');
    screen.getByText('“A” stays where it is.');
    expect(shelves.find(({ id }) => id === 'A')?.parent).toBeUndefined();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('names the keys as the keyboard of a Mac has them', async () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    const { user } = show();
    const row = await at('A');
    expect(row.getAttribute('aria-keyshortcuts')?.split(' ')).toEqual(
      expect.arrayContaining(['Meta+X', 'Meta+V', 'Meta+Z']),
    );
    row.focus();
    await user.keyboard('{Meta>}x{/Meta}');
    screen.getByText(/^“A” was cut\. Press ⌘\+V on/);
  });

  it('takes the last move back by Ctrl+Z, once', async () => {
    const { user } = show();
    (await at('B')).focus();
    await user.keyboard('{Control>}x{/Control}{ArrowUp}{Control>}v{/Control}');
    await waitFor(() => expect(focused()).toBe('B'));
    await screen.findByText('B was moved.');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(rows()).toContain('1 B'));
    await waitFor(() => expect(focused()).toBe('B'));
    expect(screen.queryByText('B was moved.')).toBeNull();
    await user.keyboard('{Control>}z{/Control}');
    expect(shelves.find(({ id }) => id === 'B')?.parent).toBeUndefined();
  });

  it('moves what was cut below another, and back', async () => {
    const { user } = show();
    (await at('B')).focus();
    await user.keyboard('{Control>}x{/Control}{ArrowUp}{Control>}v{/Control}');
    await waitFor(() => expect(shelves.find(({ id }) => id === 'B')?.parent).toBe('A'));
    await waitFor(() => expect(focused()).toBe('B'));
    expect(rows()).toContain('2 B');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rows()).toContain('1 B'));
  });

  it('moves what is dragged, but not below itself', async () => {
    show();
    const dataTransfer = { effectAllowed: '', setData: () => undefined };
    fireEvent.click(await screen.findByRole('button', { name: 'Open A' }));
    const inner = await at('A1');
    const outer = await at('A');
    fireEvent.dragStart(outer, { dataTransfer });
    fireEvent.drop(inner, { dataTransfer });
    fireEvent.dragEnd(outer);
    expect(shelves.find(({ id }) => id === 'A')?.parent).toBeUndefined();
    fireEvent.dragStart(inner, { dataTransfer });
    fireEvent.drop(await screen.findByText('Top level: drop here'), { dataTransfer });
    await waitFor(() => expect(rows()).toContain('1 A1'));
  });

  it('leaves everything where it is when the service refuses', async () => {
    const { user } = show();
    fault = new ProblemError(409, { code: 'url_taken', title: 'Conflict', detail: 'It is taken.' });
    (await at('B')).focus();
    await user.keyboard('{Control>}x{/Control}{ArrowUp}{Control>}v{/Control}');
    await screen.findByText('It is taken.');
    expect(rows()).toContain('1 B');
  });
});

describe('what is done with several', () => {
  it('is done with those that it is not refused for, which is said for each other one', async () => {
    const { user } = show();
    for (const name of ['A', 'B', 'C']) {
      (await at(name)).focus();
      await user.keyboard(' ');
    }
    await user.click(screen.getByRole('button', { name: 'Paint' }));
    await screen.findByText('B is nailed down.');
    await screen.findByText('2 painted.');
    expect(bulk).toHaveBeenCalledTimes(3);
    expect(screen.getByText('1 selected')).toBeTruthy();
  });
});
