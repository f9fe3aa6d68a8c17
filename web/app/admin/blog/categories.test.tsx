import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Category } from '../../api/blog.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { useToasts } from '../../ui/toast.ts';
import { begin, calls, end, link, put, row, service, show, tree } from './testing.tsx';

beforeEach(begin);
afterEach(end);

describe('categories', () => {
  it('stand below each other, with the posts of the chosen one', async () => {
    const { user } = show();
    // All of them are in view at first.
    expect((await row('Hills')).getAttribute('aria-level')).toBe('2');
    await user.click(await link('Hills'));
    await waitFor(() => expect(calls.at(-1)?.query.get('category-id')).toBe('c'));
    expect((await row('Hills')).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText(/No page lists this category yet/)).toBeTruthy();
  });

  it('have feeds, at the address of their page or at one of their own', async () => {
    const copied: string[] = [];
    const { user } = show('?category=a');
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await user.click(await screen.findByText('Copy RSS address'));
    await user.click(await link('Food'));
    await screen.findByText(/No page lists this category yet/);
    await user.click(screen.getByText('Copy Atom address'));
    const { origin } = window.location;
    expect(copied).toEqual([`${origin}/travel/feed.xml`, `${origin}/categories/b/atom.xml`]);
  });

  it('have none to copy where not everyone sees them, nor has a blog in which nobody sees a post', async () => {
    (service.categories[0] as Category).feed = null;
    const { user } = show('?category=a');
    await screen.findByText(/so it has no feeds/);
    expect(screen.getByText('Listed on /travel')).toBeTruthy();
    expect(screen.queryByText('Copy RSS address')).toBeNull();
    Object.assign(service.categories[1] as Category, { feed: null });
    await user.click(await link('Food'));
    await screen.findByText(/^Only editors can see this category/);
    expect(screen.queryByText(/No page lists this category yet/)).toBeNull();
    service.hasPublicPost = false;
    await user.click(await link('All posts'));
    await screen.findByText('The blog has no feeds until everyone can see a post.');
    expect(screen.queryByText('Copy RSS address')).toBeNull();
  });

  it('of the whole blog are at its own address', async () => {
    const copied: string[] = [];
    const { user } = show();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await user.click(await screen.findByText('Copy RSS address'));
    expect(copied).toEqual([`${window.location.origin}/feed.xml`]);
  });

  it('can be used by everybody', async () => {
    show('?category=a');
    await screen.findByText('Copy RSS address');
    await screen.findByText('A week in the hills');
    await row('Hills');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('are moved by the keyboard, which goes on with them, and back by Undo', async () => {
    const { user } = show();
    (await row('Food')).focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    // Last there, whatever has come there meanwhile.
    await waitFor(() => expect(put()).toEqual([['b', { name: 'Food', parentId: 'a', position: null }]]));
    await waitFor(async () => expect((await row('Food')).getAttribute('aria-level')).toBe('2'));
    await waitFor(async () => expect(document.activeElement).toBe(await row('Food')));
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    useToasts.getState().toasts[0]?.action?.onClick();
    await waitFor(() => expect(put()[1]).toEqual(['b', { name: 'Food', parentId: null, position: 1 }]));
    expect(
      calls
        .filter(({ method }) => method === 'PUT')
        .at(-1)
        ?.headers.get('If-Match'),
    ).toBe('"4"');
  });

  it('are moved by dragging, and not into themselves', async () => {
    show();
    // Without a place within the row, which this DOM does not lay out, it is dropped into it.
    const at = { dataTransfer: { setData: () => undefined } };
    fireEvent.dragStart(await row('Travel'), at);
    fireEvent.drop(await row('Hills'), at);
    fireEvent.dragEnd(await row('Travel'));
    fireEvent.dragStart(await row('Food'), at);
    fireEvent.drop(await row('Travel'), at);
    await waitFor(() => expect(put()).toEqual([['b', { name: 'Food', parentId: 'a', position: null }]]));
  });

  it('are moved by their menu where there are neither keys nor dragging', async () => {
    const { user } = show();
    await user.click(within(await row('Food')).getByRole('button', { name: 'More actions: Food' }));
    expect(screen.queryByRole('menuitem', { name: 'Move down' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await waitFor(() => expect(put()).toEqual([['b', { name: 'Food', parentId: null, position: 0 }]]));
    await user.click(within(await row('Hills')).getByRole('button', { name: 'More actions: Hills' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move out' }));
    await waitFor(() => expect(put()[1]).toEqual(['c', { name: 'Hills', parentId: null, position: 1 }]));
  });

  it('are renamed in place', async () => {
    const { user } = show();
    (await row('Food')).focus();
    await user.keyboard('{F2}');
    await user.keyboard('Cooking{Enter}');
    // Without a place: somebody may have put another one before it.
    await waitFor(() => expect(put()).toEqual([['b', { name: 'Cooking', parentId: null }]]));
    expect(await link('Cooking')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await row('Cooking')));
    await user.keyboard('{F2}Baking{Escape}');
    expect(put()).toHaveLength(1);
    expect(document.activeElement).toBe(await row('Cooking'));
    useToasts.getState().toasts[0]?.action?.onClick();
    await waitFor(() => expect(put()[1]).toEqual(['b', { name: 'Food', parentId: null }]));
  });

  it('are deleted once nobody has taken it back, and not with others below them', async () => {
    const { user } = show();
    (await row('Travel')).focus();
    await user.keyboard('{Delete}');
    expect(useToasts.getState().toasts).toEqual([]);
    await user.click(within(await row('Travel')).getByRole('button', { name: 'More actions: Travel' }));
    const kept = await screen.findByRole('menuitem', { name: /move or delete its subcategories first/ });
    expect(kept.getAttribute('data-disabled') ?? kept.getAttribute('disabled')).not.toBeNull();
    await user.keyboard('{Escape}');
    (await row('Food')).focus();
    await user.keyboard('{Delete}');
    await waitFor(async () => expect(within(await tree()).queryByText('Food')).toBeNull());
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    const [toast] = useToasts.getState().toasts;
    expect(toast?.message).toMatch(/Its posts stay/);
    toast?.onLapse?.();
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
