import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { catchSavedFile } from '../testing/saved-file.ts';
import { deleteParcel, fillShedBeforeEach, names, remove, shed, show, shown } from './testing.tsx';

fillShedBeforeEach();

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
    expect(shed.asked.at(-1)).toEqual({ start: 0, limit: 10, sort: '-name', q: 'ir' });
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
    const savedLines = catchSavedFile();
    const { user } = show('?page=2');
    await shown('Larch', 'Maple');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    const lines = await savedLines();
    expect(lines.slice(0, 2)).toEqual(['Name,Length', 'Ash,3']);
    expect(lines).toHaveLength(13);
  });
});

describe('a page past the end', () => {
  it.each([
    ['?page=9', '?page=2', ['Larch', 'Maple'], '11–12 of 12'],
    ['?page=2&q=ar', '?q=ar', ['Cedar', 'Larch'], '2 in all'],
  ])('gives way to the last that there is: %s', async (asked, search, expected, said) => {
    const { router } = show(asked);
    await shown(...expected);
    expect(router.state.location.search).toBe(search);
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.queryByText(/^Nothing found/)).toBeNull();
  });

  it('is left with its last row, which Undo brings back', async () => {
    shed.parcels = shed.parcels.slice(0, 11);
    const { user, router } = show('?page=2');
    await shown('Larch');
    await deleteParcel(user, 'Larch');
    await waitFor(() => expect(names()).toHaveLength(10));
    expect(router.state.location.search).toBe('');
    expect(screen.getByText('10 in all')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('1–10 of 11');
    expect(remove).not.toHaveBeenCalled();
  });
});

describe('when there is nothing to list', () => {
  it('offers to make the first one', async () => {
    shed.parcels = [];
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
    shed.fault = new ProblemError(500, { title: 'Internal Server Error', detail: 'Oh.', requestId: 'r-7' });
    const { user } = show();
    await screen.findByText('r-7');
    shed.fault = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Ash');
  });

  it('says that permission is missing, and does not ask again', async () => {
    shed.fault = new ProblemError(403, {});
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
