import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { claimsWith } from '../testing/screen.tsx';
import { fillShedBeforeEach, show, shown } from './testing.tsx';

fillShedBeforeEach();

type User = ReturnType<typeof show>['user'];

const open = async (user: User, button = 'Views') =>
  user.click(await screen.findByRole('button', { name: button }));
const views = () =>
  screen.queryAllByRole('menuitemcheckbox', { hidden: true }).map(({ textContent }) => textContent);

async function save(user: User, name: string) {
  await open(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view …' }));
  const input = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.type(input, name);
  await user.click(screen.getByRole('button', { name: /(Save|Replace) view/ }));
  await screen.findByRole('button', { name });
}

describe('a view of a list', () => {
  it('is saved under a name, and brings search, order, size and columns back on its first page', async () => {
    const { user, router } = show('?q=r&sort=-name&size=25&columns=name&page=2&stray=1');
    await save(user, 'With r');
    expect(await accessibilityFaults()).toEqual([]);
    await router.navigate('/cms-admin/parcels?stray=1&page=2');
    await shown('Larch', 'Maple');
    await open(user);
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'With r' }));
    await shown('Larch', 'Juniper', 'Gorse', 'Fir', 'Cedar', 'Birch');
    expect(router.state.location.search).toBe('?stray=1&q=r&sort=-name&size=25&columns=name');
    // Pressed again, it is left.
    await open(user, 'With r');
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'With r' }));
    await waitFor(() => expect(router.state.location.search).toBe('?stray=1'));
  });

  it('takes the place of the one with its name', async () => {
    const { user, router } = show('?q=ash');
    await save(user, 'Mine');
    await router.navigate('/cms-admin/parcels?q=elm');
    await save(user, 'Mine');
    await open(user, 'Mine');
    await waitFor(() => expect(views()).toEqual(['Mine']));
  });

  it('is deleted, and brought back by Undo', async () => {
    const { user } = show('?q=elm');
    await save(user, 'Elms');
    await open(user, 'Elms');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete “Elms”' }));
    await screen.findByRole('button', { name: 'Views' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Elms' });
  });

  it('is not brought back over one that was saved under its name since', async () => {
    const { user, router } = show('?q=elm');
    await save(user, 'Mine');
    await open(user, 'Mine');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete “Mine”' }));
    await router.navigate('/cms-admin/parcels?q=ash');
    await save(user, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(/“Mine” was not restored/);
    // The button of the views has the name of the one that is shown.
    screen.getByRole('button', { name: 'Mine' });
  });

  it('belongs to one user', async () => {
    const { user, unmount } = show('?q=elm');
    await save(user, 'Elms');
    unmount();
    storeClaims({ ...claimsWith('editor'), user: 'another' });
    const other = show('?q=elm');
    await open(other.user);
    await screen.findByRole('menuitem', { name: 'Save this view …' });
    expect(views()).toEqual([]);
  });

  it('that cannot be read counts as none', async () => {
    localStorage.setItem(`admin-views:${claimsWith('editor').user}`, '{"/cms-admin/parcels":[{"name":1}]}');
    const { user } = show();
    await open(user);
    await screen.findByText(/Search, filter, sort or choose columns/);
    expect(views()).toEqual([]);
  });
});
