import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { Box } from 'lucide-react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/screen.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { GIVEN_BACK } from '../ui/use-kept-focus.ts';
import { Card, CardItem, CardList } from './card.tsx';
import { ResourceList } from './resource-list.tsx';
import { fillShedBeforeEach, names, resource, shed, shown } from './testing.tsx';

fillShedBeforeEach();

/** Posting a parcel takes it out of the list, once the list is read anew. */
const post = async (id: string) => {
  shed.parcels = shed.parcels.filter((one) => one.id !== id);
};
const posting: typeof resource = {
  ...resource,
  menuActions: ({ id }) => [
    { label: 'Post', icon: Box, onSelect: async (refresh) => void (await post(id).then(refresh)) },
  ],
  bulkActions: [
    {
      label: 'Post them',
      icon: Box,
      run: async (parcel) => {
        await post(parcel.id);
        return parcel;
      },
      done: (count) => `${count} posted.`,
    },
  ],
};
const show = (shownResource = posting, search = '') =>
  renderScreen(
    [
      {
        path: '/',
        Component: () => (
          <main>
            <ResourceList resource={shownResource} />
          </main>
        ),
      },
    ],
    `/${search}`,
  );
type User = ReturnType<typeof show>['user'];
const postByMenu = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Post' }));
};
const focused = () => document.activeElement?.textContent;

describe('the keyboard, when a row leaves the list by what is done with it,', () => {
  it('goes on with the row below it, or above it', async () => {
    shed.parcels = shed.parcels.slice(0, 3);
    const { user } = show();
    await postByMenu(user, 'Birch');
    await shown('Ash', 'Cedar');
    await waitFor(() => expect(focused()).toBe('Cedar'));
    await postByMenu(user, 'Cedar');
    await shown('Ash');
    await waitFor(() => expect(focused()).toBe('Ash'));
  });

  it('goes to the heading of the screen when it was the last', async () => {
    shed.parcels = shed.parcels.slice(1, 2);
    const { user } = show();
    await postByMenu(user, 'Birch');
    await screen.findByText('No parcels yet');
    await waitFor(() => expect(focused()).toBe('Parcels'));
  });

  it('goes on with the row below those that were chosen, or with the heading', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText('Select Cedar'));
    await user.click(screen.getByLabelText('Select Dogwood'));
    await user.click(screen.getByRole('button', { name: 'Post them' }));
    await waitFor(() => expect(names()).not.toContain('Cedar'));
    await waitFor(() => expect(focused()).toBe('Elm'));
    await user.click(screen.getByLabelText('Select all on this page'));
    shed.parcels = shed.parcels.slice(0, 10);
    await user.click(screen.getByRole('button', { name: 'Post them' }));
    await screen.findByText('No parcels yet');
    await waitFor(() => expect(focused()).toBe('Parcels'));
  });

  it('stays where somebody has gone meanwhile', async () => {
    const { user } = show();
    await postByMenu(user, 'Birch');
    await user.click(screen.getByLabelText('Search parcels'));
    await waitFor(() => expect(names()).not.toContain('Birch'));
    expect(document.activeElement).toBe(screen.getByLabelText('Search parcels'));
  });
});

it('does not come back to a list after a press elsewhere, when a row leaves it later', async () => {
  let refresh = () => {};
  const { user } = show({
    ...posting,
    Head: () => {
      const client = useQueryClient();
      refresh = () => void client.invalidateQueries();
      return <p>Nothing to press</p>;
    },
  });
  (await screen.findByRole('link', { name: 'Birch' })).focus();
  await user.click(screen.getByText('Nothing to press'));
  expect(document.activeElement).toBe(document.body);
  await post('B');
  shed.parcels = shed.parcels.filter(({ name }) => name !== 'Birch');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  act(() => refresh());
  await waitFor(() => expect(names()).not.toContain('Birch'));
  await act(() => vi.advanceTimersByTimeAsync(GIVEN_BACK));
  vi.useRealTimers();
  expect(document.activeElement).toBe(document.body);
});

it('goes on with the row below one that was deleted from a tree', async () => {
  const tree: NonNullable<typeof resource.tree> = {
    branch: () => ({
      queryKey: ['parcels', 'branch'],
      queryFn: () => ({ results: shed.parcels, next: null }),
    }),
    belowOf: () => 0,
  };
  const { user } = show({ ...resource, tree }, '?view=tree');
  (await screen.findByRole('treeitem', { name: 'Cedar' })).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-name')).toBe('Dogwood'));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-name')).toBe('Cedar'));
});

it('goes on in a list on a card, and to the name of the card when nothing is left', async () => {
  function Sessions() {
    const [open, setOpen] = useState(['curl', 'Firefox']);
    return (
      <main>
        <PageHeader title="Account" />
        <Card title="Sessions">
          {open.length > 0 ? (
            <CardList label="Sessions">
              {open.map((name) => (
                <CardItem
                  key={name}
                  title={name}
                  actions={
                    <button type="button" onClick={() => setOpen(open.filter((one) => one !== name))}>
                      End {name}
                    </button>
                  }
                />
              ))}
            </CardList>
          ) : (
            <p>None.</p>
          )}
        </Card>
      </main>
    );
  }
  const { user } = renderScreen([{ path: '/', Component: Sessions }], '/');
  await user.click(await screen.findByText('End curl'));
  await waitFor(() => expect(focused()).toBe('End Firefox'));
  await user.click(screen.getByText('End Firefox'));
  await waitFor(() => expect(focused()).toBe('Sessions'));
});
