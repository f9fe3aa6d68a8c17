import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { storeClaims } from '../session/session-store.ts';
import { logOut } from '../session/tokens.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import { ResourceList } from './resource-list.tsx';
import { deleteParcel, fillShedBeforeEach, names, remove, resource, shed, show, shown } from './testing.tsx';

fillShedBeforeEach();

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

  it('leaves the keyboard at the row below, and Ctrl+Z brings it back to the row that was deleted', async () => {
    const { user } = show();
    await deleteParcel(user, 'Cedar');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Dogwood'));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cedar'));
    expect(names()).toContain('Cedar');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(remove).not.toHaveBeenCalled();
  });

  it('leaves the keyboard at the last row that remains when several are deleted', async () => {
    const { user } = show('?size=25');
    await user.click(await screen.findByLabelText('Select Larch'));
    await user.click(screen.getByLabelText('Select Maple'));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Juniper'));
  });

  it('leaves the keyboard at the first that was chosen where the bar of the chosen goes', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText('Select Cedar'));
    await user.click(screen.getByLabelText('Select Dogwood'));
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cedar'));
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

  it('is sent before somebody logs out, while they may', async () => {
    const calls = answerCalls(() => ({ status: 204 }));
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    const { user } = show();
    await deleteParcel(user, 'Cedar');
    await screen.findByRole('button', { name: 'Undo' });
    const before: number[] = [];
    remove.mockImplementationOnce(async () => void before.push(calls.length));
    await act(() => logOut());
    expect(before).toEqual([0]);
    expect(calls.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/auth/tokens']]);
    expect(assign).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('brings the row back and says why when the service refuses', async () => {
    const { user } = show();
    await deleteParcel(user, 'Cedar');
    shed.fault = new ProblemError(409, { detail: 'It is still in use.' });
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
    await screen.findByText('9 records were deleted.');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('Birch is still in use.');
    await shown('Ash', 'Birch', 'Larch', 'Maple');
    expect(screen.getByText('4 in all')).toBeTruthy();
  });

  it('say in one message which of them could not be deleted', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText('Select all on this page'));
    await user.click(screen.getByLabelText('Select Ash'));
    shed.fault = new ProblemError(409, { detail: 'It is still in use.' });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await screen.findByText('9 records were not deleted.');
    expect(screen.getAllByText(/It is still in use\./)).toHaveLength(1);
    expect(screen.getByText(/^“Birch”: It is still in use\. · .* · and 6 more$/)).toBeTruthy();
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
