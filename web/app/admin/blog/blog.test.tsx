import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Category } from '../../api/blog.ts';
import type { BlogPostOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { catchSavedFile } from '../../testing/saved-file.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const category = (id: string, name: string, position: number, parentId: string | null = null) =>
  ({
    ...{ id, name, position, parentId, version: 3 },
    pages: [] as Category['pages'],
    feed: `/categories/${id}` as string | null,
  }) as Category;
const post = {
  id: 'p1',
  title: 'A week in the hills',
  author: 'Ada',
  version: 5,
  categories: ['a'],
  state: 'restricted',
  publishedAt: '2026-03-01T00:00:00Z',
  pages: [{ id: '1', url: '/travel/hills', title: 'A week' }],
} as BlogPostOut;

const site = { hasEcom: false, hasCRM: false, language: 'de' };

let calls: Call[];
let categories: Category[];
let hasPublicPost: boolean;
let onSave: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  hasPublicPost = true;
  categories = [category('a', 'Travel', 0), category('b', 'Food', 1), category('c', 'Hills', 0, 'a')];
  Object.assign(categories[0] as Category, {
    pages: [{ id: '9', url: '/travel', title: 'Travel' }],
    feed: '/travel',
  });
  onSave = () => ({ status: 500 });
  calls = answerCalls((call) => {
    const { path, method, body } = call;
    if (path === '/cms/site') return { body: site };
    const id = path.split('/').at(-1);
    if (path.startsWith('/cms/blog/categories') && method === 'PUT') {
      categories = categories.map((one) =>
        one.id === id ? { ...one, ...(body as Category), version: one.version + 1 } : one,
      );
      return { body: categories.find((one) => one.id === id) };
    }
    if (method === 'DELETE') {
      categories = categories.filter((one) => one.id !== id);
      return { status: 204 };
    }
    if (/^\/(?:client|cms\/blog\/posts)\//.test(path) && method !== 'GET') return onSave(call);
    if (path === '/cms/blog/categories') return { body: slice(categories) };
    if (path.startsWith('/cms/blog/categories/')) return { body: categories.find((one) => one.id === id) };
    if (path === '/cms/blog/posts/filters/page')
      return { body: slice(call.query.get('state') === 'public' && !hasPublicPost ? [] : [post]) };
    return { body: slice([]) };
  });
});

const slice = <Row,>(results: Row[]) => ({ results, total: results.length, start: 0, limit: 100 });

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (search = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/blog/categories${search}`);
};
const tree = () => screen.findByRole('navigation', { name: 'Categories' });
const link = async (name: string) => within(await tree()).findByRole('link', { name });
const row = async (name: string) =>
  within(await tree()).findByRole('treeitem', {
    name: (words) => words === name || words.startsWith(`${name} `),
  });
const put = () =>
  calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path.split('/').at(-1), body]);

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
    (categories[0] as Category).feed = null;
    const { user } = show('?category=a');
    await screen.findByText(/so it has no feeds/);
    expect(screen.getByText('Listed on /travel')).toBeTruthy();
    expect(screen.queryByText('Copy RSS address')).toBeNull();
    Object.assign(categories[1] as Category, { feed: null });
    await user.click(await link('Food'));
    await screen.findByText(/^Only editors can see this category/);
    expect(screen.queryByText(/No page lists this category yet/)).toBeNull();
    hasPublicPost = false;
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
    onSave = () => answer(['a', 'b']);
    await change('Add to categories', 'Add 1 post to categories', 'Food');
    await screen.findByText('1 post was added to categories.');
    expect(put()).toEqual([['p1', { title: post.title, categories: ['a', 'b'] }]]);
    const [toast] = useToasts.getState().toasts;
    toast?.action?.onClick();
    await waitFor(() => expect(put()).toHaveLength(2));
    expect(put().at(-1)).toEqual(['p1', { title: post.title, categories: ['a'] }]);
  });

  it('are removed from categories, as far as they are in some', async () => {
    onSave = () => answer([]);
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

describe('a new post', () => {
  const begin = async () => {
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
    onSave = () => ({ body: { id: '7', url: '/travel/up-down', version: 5 } });
    await begin();
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
    calls = answerCalls(async ({ path }) => {
      if (path === '/cms/site') return { body: site };
      if (path === '/cms/blog/categories/a') return { body: categories[0] };
      if (path === '/cms/blog/categories') await held;
      return { body: slice(path === '/cms/blog/categories' ? categories : []) };
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'New post' }));
    letCome();
    const chosen = await screen.findByLabelText<HTMLInputElement>('Category');
    await waitFor(() => expect(chosen.value).toBe('Travel'));
  });

  it('is asked about no category where there is none', async () => {
    categories = [];
    const { user } = show();
    await user.click((await screen.findAllByRole('button', { name: 'New post' }))[0] as HTMLElement);
    await user.type(await screen.findByLabelText('Title'), 'Soup');
    expect(screen.queryByLabelText('Category')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('/soup');
  });

  it('says what is refused beside its field', async () => {
    const errors = [{ field: 'url', code: 'url_taken', detail: 'Another page has this address.' }];
    onSave = () => ({ status: 409, body: { code: 'url_taken', title: 'Conflict', errors } });
    await begin();
    expect(await screen.findByText('Another page has this address.')).toBeTruthy();
  });

  it('is made with its page or not at all, in one call', async () => {
    const detail = 'This layout has no place for a page’s own content. Choose another layout.';
    const errors = [{ field: 'layoutId', code: 'no_own_column', detail }];
    onSave = () => ({ status: 422, body: { code: 'no_own_column', title: 'Invalid', detail, errors } });
    await begin();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(calls.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual(['/client/pages']);
  });
});
