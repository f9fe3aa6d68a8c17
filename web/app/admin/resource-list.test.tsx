import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Box } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { claimsWith, renderScreen } from '../testing/screen.tsx';
import { useToasts } from '../ui/toast.ts';
import { defineResource, type ListParams } from './define-resource.ts';
import { ResourceList } from './resource-list.tsx';

interface Parcel {
  id: string;
  name: string;
}

const NAMES = [
  'Ash',
  'Birch',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Gorse',
  'Hazel',
  'Ivy',
  'Juniper',
  'Larch',
  'Maple',
];

let parcels: Parcel[];
let asked: ListParams[];
let fault: unknown;
const remove = vi.fn(async (parcel: Parcel) => {
  if (fault) throw fault;
  parcels = parcels.filter((one) => one.id !== parcel.id);
});

const resource = defineResource<Parcel>({
  path: 'parcels',
  one: 'parcel',
  many: 'Parcels',
  description: 'What is in the shed.',
  icon: Box,
  scopes: ['editor'],
  columns: [
    { key: 'name', header: 'Name', isSortable: true, cell: ({ name }) => name },
    { key: 'length', header: 'Length', cell: ({ name }) => name.length },
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: (params) => ({
    queryKey: ['parcels', params],
    queryFn: () => {
      asked.push(params);
      if (fault) throw fault;
      const found = parcels.filter(({ name }) => name.toLowerCase().includes(params.q ?? ''));
      if (params.sort === '-name') found.reverse();
      return {
        ...params,
        results: found.slice(params.start, params.start + params.limit),
        total: found.length,
      };
    },
  }),
  get: (id) => ({ queryKey: ['parcels', id], queryFn: () => parcels.find((one) => one.id === id) as Parcel }),
  remove,
  canRemove: ({ name }) => name !== 'Ash',
  Form: () => null,
  invalidates: [['parcels']],
});

const show = (search = '') =>
  renderScreen(
    [
      {
        path: '/cms-admin/parcels',
        Component: () => (
          <main>
            <ResourceList resource={resource} />
          </main>
        ),
      },
      { path: '/cms-admin/parcels/:id', Component: () => <main>One parcel</main> },
    ],
    `/cms-admin/parcels${search}`,
  );

const names = () => [...document.querySelectorAll('[data-row-link]')].map((link) => link.textContent);
const shown = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

async function deleteParcel(user: ReturnType<typeof show>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
}

beforeEach(() => {
  parcels = NAMES.map((name, index) => ({ id: String(index), name }));
  asked = [];
  fault = undefined;
  remove.mockClear();
  storeClaims(claimsWith('editor'));
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.useRealTimers();
});

describe('the address', () => {
  it('decides what is listed', async () => {
    show('?page=2&sort=-name');
    await shown('Birch', 'Ash');
    expect(screen.getByText('11–12 of 12')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('follows sorting, paging and searching', async () => {
    const { user, router } = show();
    await screen.findByText('Ash');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shown('Larch', 'Maple');
    expect(router.state.location.search).toBe('?page=2');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-name'));
    await user.type(screen.getByLabelText('Search parcels'), 'ir');
    await shown('Fir', 'Birch');
    expect(router.state.location.search).toBe('?sort=-name&q=ir');
    expect(asked.at(-1)).toEqual({ start: 0, limit: 10, sort: '-name', q: 'ir' });
  });
});

describe('the keyboard', () => {
  it('reaches the search by /, moves between rows by arrows, opens by Enter', async () => {
    const { user } = show();
    await screen.findByText('Ash');
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('Search parcels'));
    expect((document.activeElement as HTMLInputElement).value).toBe('');
    screen.getByRole('link', { name: 'Ash' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Birch');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Ash');
    await user.keyboard('{Enter}');
    await screen.findByText('One parcel');
  });
});

describe('deleting', () => {
  it('takes the row away at once and sends the call when the Undo has lapsed', async () => {
    const { user } = show();
    await deleteParcel(user, 'Cedar');
    await waitFor(() => expect(names()).not.toContain('Cedar'));
    expect(remove).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(remove).toHaveBeenCalledOnce());
    await screen.findByText('1–10 of 11');
    expect(names()).not.toContain('Cedar');
  });

  it('is taken back by Undo, and no call was made', async () => {
    const { user } = show();
    await deleteParcel(user, 'Cedar');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(names()).toContain('Cedar'));
    expect(remove).not.toHaveBeenCalled();
  });

  it.each([
    ['the screen is left', (drawn: ReturnType<typeof show>) => drawn.unmount()],
    ['the page is left', () => fireEvent(window, new Event('pagehide'))],
  ])('is sent when %s', async (_, leave) => {
    const drawn = show();
    await deleteParcel(drawn.user, 'Cedar');
    await screen.findByRole('button', { name: 'Undo' });
    await act(async () => void leave(drawn));
    expect(remove).toHaveBeenCalledOnce();
  });

  it('brings the row back and says why when the service refuses', async () => {
    const { user } = show();
    await deleteParcel(user, 'Cedar');
    fault = new ProblemError(409, { detail: 'It is still in use.' });
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await screen.findByText('It is still in use.');
    expect(names()).toContain('Cedar');
  });

  it('is not offered where it would be refused', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'More actions: Ash' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).queryByText('Delete')).toBeNull();
    expect(within(menu).getByText('Edit')).toBeTruthy();
  });
});

describe('several records', () => {
  const bar = () => screen.queryByRole('toolbar', { name: 'Selected records' });

  it('are deleted together, but those that cannot be, with one way back, and count no more at once', async () => {
    const { user } = show('?size=25');
    await screen.findByText('12 in all');
    expect(bar()).toBeNull();
    for (const name of ['Ash', 'Birch', 'Cedar']) await user.click(screen.getByLabelText(`Select ${name}`));
    expect(bar()?.textContent).toContain('3 selected');
    await user.click(screen.getByRole('button', { name: 'Delete 2 of them' }));
    await screen.findByText('10 in all');
    expect(bar()).toBeNull();
    expect(names()).toHaveLength(10);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('12 in all');
    expect(remove).not.toHaveBeenCalled();
  });

  it('are deleted once the Undo has lapsed; what is refused comes back', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText('Select all on this page'));
    expect(bar()?.textContent).toContain('10 selected');
    await user.click(screen.getByLabelText('Select Ash'));
    remove.mockRejectedValueOnce(new ProblemError(409, { detail: 'Birch is still in use.' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('9 parcels were deleted.');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('Birch is still in use.');
    await shown('Ash', 'Birch', 'Larch', 'Maple');
    expect(screen.getByText('4 in all')).toBeTruthy();
  });

  it('stay chosen from page to page', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText('Select Birch'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await screen.findByLabelText('Select Maple'));
    expect(bar()?.textContent).toContain('2 selected');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(bar()).toBeNull();
  });
});

describe('what is shown', () => {
  it('is of as many rows and of those columns that the address says', async () => {
    const { user, router } = show('?page=2');
    await shown('Larch', 'Maple');
    await user.selectOptions(screen.getByLabelText('Rows on a page'), '25');
    await screen.findByText('Ash');
    expect(router.state.location.search).toBe('?size=25');
    await user.click(screen.getByRole('button', { name: 'Choose columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Length' }));
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Length' })).toBeNull());
    expect(router.state.location.search).toBe('?size=25&columns=name');
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Length' }));
    await waitFor(() => expect(router.state.location.search).toBe('?size=25'));
  });

  it('is exported whole, as the search finds it', async () => {
    let file: Blob | undefined;
    URL.createObjectURL = (given) => {
      file = given as Blob;
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    const { user } = show('?page=2');
    await shown('Larch', 'Maple');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(file).toBeDefined());
    const lines = (await file?.text())?.trim().split('\r\n');
    expect(lines?.slice(0, 2)).toEqual(['Name,Length', 'Ash,3']);
    expect(lines).toHaveLength(13);
  });
});

describe('whoever may not change what is there', () => {
  it('is offered nothing that would be refused', async () => {
    storeClaims(claimsWith('ecom:read'));
    renderScreen(
      [
        {
          path: '/cms-admin/parcels',
          Component: () => <ResourceList resource={{ ...resource, writeScopes: ['ecom:write'] }} />,
        },
      ],
      '/cms-admin/parcels',
    );
    await screen.findByText('Ash');
    expect(screen.queryByRole('link', { name: 'New parcel' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More actions: Birch' }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem', { hidden: true }).map((item) => item.textContent)).toEqual([
        'Open',
      ]),
    );
  });
});

describe('when there is nothing to list', () => {
  it('offers to make the first one', async () => {
    parcels = [];
    show();
    await screen.findByText('No parcels yet');
    expect(screen.getAllByRole('link', { name: 'New parcel' })).toHaveLength(1);
    expect(screen.queryByLabelText('Search parcels')).toBeNull();
  });

  it('offers to clear a search without result', async () => {
    const { user } = show('?q=oak');
    await user.click(await screen.findByRole('button', { name: 'Clear the search' }));
    await screen.findByText('Ash');
  });

  it('shows a failure with its reference, and asks again', async () => {
    fault = new ProblemError(500, { title: 'Internal Server Error', detail: 'Oh.', requestId: 'r-7' });
    const { user } = show();
    await screen.findByText('r-7');
    fault = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Ash');
  });

  it('says that permission is missing, and does not ask again', async () => {
    fault = new ProblemError(403, {});
    show();
    await screen.findByText('You cannot open this');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

it('is accessible', async () => {
  const { user } = show();
  await screen.findByText('Ash');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'More actions: Birch' }));
  await screen.findByRole('menu');
  expect(await accessibilityFaults()).toEqual([]);
});
