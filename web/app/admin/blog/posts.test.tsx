import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catchSavedFile } from '../../testing/saved-file.ts';
import { useToasts } from '../../ui/toast.ts';
import { begin, calls, end, post, put, service, show } from './testing.tsx';

beforeEach(begin);
afterEach(end);

describe('posts', () => {
  it('say who sees them and lead to their page', async () => {
    show('?category=a&state=restricted');
    const row = (await screen.findByText('A week in the hills')).closest('tr') as HTMLElement;
    expect(within(row).getByText('Restricted')).toBeTruthy();
    expect(
      within(row)
        .getByRole('link', { name: /Open in the editor/ })
        .getAttribute('href'),
    ).toBe('/travel/hills');
    const asked = calls.find(({ path }) => path.endsWith('/filters/page'))?.query;
    expect([asked?.get('state'), asked?.get('category-id')]).toEqual(['restricted', 'a']);
  });

  it('lead to the settings of their page, where they are named and deleted', async () => {
    const { user, router } = show();
    await user.click(await screen.findByRole('button', { name: 'More actions: A week in the hills' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Page settings' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/pages/1'));
  });
});

describe('several posts', () => {
  const chosen = async () => {
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: /A week in the hills/ }));
    return user;
  };
  const answer = (categories: string[]) => ({ body: { ...post, categories, version: 6 } });
  /** Presses the button, and says which category in the dialog that it opens. */
  const change = async (button: string, title: string, name: string) => {
    const user = await chosen();
    await user.click(screen.getByRole('button', { name: `${button}…` }));
    const dialog = await screen.findByRole('dialog', { name: title });
    await user.click(within(dialog).getByRole('combobox', { name: 'Categories' }));
    await user.click(await screen.findByRole('option', { name }));
    await user.click(within(dialog).getByRole('button', { name: button }));
  };

  it('are added to categories, and back by Undo', async () => {
    service.onSave = () => answer(['a', 'b']);
    await change('Add to categories', 'Add 1 post to categories', 'Food');
    await screen.findByText('1 post was added to categories.');
    expect(put()).toEqual([['p1', { title: post.title, categories: ['a', 'b'] }]]);
    const [toast] = useToasts.getState().toasts;
    toast?.action?.onClick();
    await waitFor(() => expect(put()).toHaveLength(2));
    expect(put().at(-1)).toEqual(['p1', { title: post.title, categories: ['a'] }]);
  });

  it('are removed from categories, as far as they are in some', async () => {
    service.onSave = () => answer([]);
    await change('Remove from categories', 'Remove 1 post from categories', 'Travel');
    await screen.findByText('1 post was removed from categories.');
    expect(put()).toEqual([['p1', { title: post.title, categories: [] }]]);
  });

  it('are exported with the columns that are shown, of the chosen category', async () => {
    const savedLines = catchSavedFile();
    const { user } = show('?category=a&columns=title.state.address');
    await screen.findByText('A week in the hills');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await savedLines()).toEqual([
      'Title,State,Address',
      'A week in the hills,Restricted,/travel/hills',
    ]);
    const asked = calls.filter(({ path }) => path.endsWith('/filters/page')).at(-1)?.query;
    expect(asked?.get('category-id')).toBe('a');
  });
});
