import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/screen.tsx';
import { begin, calls, end, service, show, site, slice } from './testing.tsx';

beforeEach(begin);
afterEach(end);

describe('a new post', () => {
  const create = async () => {
    const { user } = show('?category=a');
    await screen.findByText('Copy RSS address');
    await user.click(screen.getByRole('button', { name: 'New post' }));
    await user.type(await screen.findByLabelText('Title'), 'Up & down');
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('/travel/up-down');
    await user.click(screen.getByRole('button', { name: 'Create and open' }));
  };

  it('is a page with a blog post on it, in the category', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, origin: window.location.origin, assign });
    service.onSave = () => ({ body: { id: '7', url: '/travel/up-down', version: 5 } });
    await create();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/travel/up-down#edit'));
    // With null for its layout it would have one of its own.
    const made = calls.find(({ method, path }) => method === 'POST' && path === '/client/pages')?.body;
    expect(made).toEqual({
      title: 'Up & down',
      url: '/travel/up-down',
      blogPost: {
        categories: ['a'],
        showTitle: false,
        showExcerpt: true,
        showDate: true,
        showAuthor: true,
        showReadingTime: true,
        showCategories: true,
      },
      // In the site's language, not in that of whoever makes it.
      blogPostMenu: { displayMode: 'cards', label: 'Weiterlesen', showLabel: true, count: 3 },
    });
  });

  it('is in the first category that a page lists where all posts are in view, or in the one that is chosen', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'New post' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New post' }));
    const chosen = dialog.getByLabelText<HTMLInputElement>('Category');
    await waitFor(() => expect(chosen.value).toBe('Travel'));
    await user.type(dialog.getByLabelText('Title'), 'Soup');
    const address = () => dialog.getByLabelText<HTMLInputElement>('Address').value;
    expect(address()).toBe('/travel/soup');
    await user.click(chosen);
    await user.click(await screen.findByRole('option', { name: 'Food' }));
    expect(address()).toBe('/soup');
    await user.click(dialog.getByRole('button', { name: 'Create and open' }));
    const made = () => calls.find(({ method, path }) => method === 'POST' && path === '/client/pages')?.body;
    await waitFor(() => expect(made()).toMatchObject({ url: '/soup', blogPost: { categories: ['b'] } }));
  });

  it('waits for the categories, of which it is in one', async () => {
    let letCome = () => {};
    const held = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    answerCalls(async ({ path }) => {
      if (path === '/cms/site') return { body: site };
      if (path === '/cms/blog/categories/a') return { body: service.categories[0] };
      if (path === '/cms/blog/categories') await held;
      return { body: slice(path === '/cms/blog/categories' ? service.categories : []) };
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'New post' }));
    letCome();
    const chosen = await screen.findByLabelText<HTMLInputElement>('Category');
    await waitFor(() => expect(chosen.value).toBe('Travel'));
  });

  it('is asked about no category where there is none', async () => {
    service.categories = [];
    const { user } = show();
    await user.click((await screen.findAllByRole('button', { name: 'New post' }))[0] as HTMLElement);
    await user.type(await screen.findByLabelText('Title'), 'Soup');
    expect(screen.queryByLabelText('Category')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('/soup');
  });

  it('says what is refused beside its field', async () => {
    const errors = [{ field: 'url', code: 'url_taken', detail: 'Another page has this address.' }];
    service.onSave = () => ({ status: 409, body: { code: 'url_taken', title: 'Conflict', errors } });
    await create();
    expect(await screen.findByText('Another page has this address.')).toBeTruthy();
  });

  it('is made with its page or not at all, in one call', async () => {
    const detail = 'This layout has no place for a page’s own content. Choose another layout.';
    const errors = [{ field: 'layoutId', code: 'no_own_column', detail }];
    service.onSave = () => ({
      status: 422,
      body: { code: 'no_own_column', title: 'Invalid', detail, errors },
    });
    await create();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(calls.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual(['/client/pages']);
  });
});
