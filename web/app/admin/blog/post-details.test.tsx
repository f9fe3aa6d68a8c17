import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPerson } from '#words/screen-formats.ts';
import type { Category, Post } from '../../api/blog.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const TRAVEL = '0199a1b2-0000-7000-8000-00000000000a';
const FOOD = '0199a1b2-0000-7000-8000-00000000000b';
const categories = [
  { id: TRAVEL, name: 'Travel', position: 0, parentId: null, version: 1, pages: [], feed: null },
  { id: FOOD, name: 'Food', position: 1, parentId: null, version: 1, pages: [], feed: null },
] as unknown as Category[];
const FAR = '2999-01-01T10:00';

let calls: Call[];
let post: Post;
let onPut: (call: Call) => { status?: number; body?: unknown };

const slice = <Row,>(results: Row[]) => ({ results, total: results.length, start: 0, limit: 100 });

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  setPerson({ timeZone: 'Asia/Kathmandu' });
  post = {
    id: 'p1',
    version: 4,
    title: 'A week in the hills',
    author: 'Ada',
    state: 'public',
    publishedAt: '2026-03-01T00:00:00.123456Z',
    categories: [TRAVEL],
    pages: [{ id: '1', url: '/travel/hills', title: 'A week' }],
    createdAt: '2026-03-01T00:00:00Z',
    updatedAt: '2026-03-01T00:00:00Z',
  };
  onPut = ({ body }) => {
    post = { ...post, ...(body as Partial<Post>), version: post.version + 1 };
    return { body: post };
  };
  calls = answerCalls((call) => {
    const { path, method } = call;
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/cms/blog/posts/p1') return method === 'PUT' ? onPut(call) : { body: post };
    if (path === '/cms/blog/posts/filters/page') return { body: slice([post]) };
    if (path === '/cms/blog/categories') return { body: slice(categories) };
    if (path.startsWith('/cms/blog/categories/'))
      return { body: categories.find(({ id }) => path.endsWith(id)) };
    return { body: slice([]) };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  setPerson({});
  clearClaims();
  vi.unstubAllGlobals();
});

const Admin = () => (
  <main>
    <AdminScreen />
  </main>
);
const show = () => renderScreen([{ path: '/cms-admin/*', Component: Admin }], '/cms-admin/blog/categories');
const row = () => screen.findByRole('button', { name: 'A week in the hills' });
const author = () => screen.findByLabelText<HTMLInputElement>('Author');
const date = () => screen.findByLabelText<HTMLInputElement>('Published');
const puts = () => calls.filter(({ method }) => method === 'PUT');
const sent = () => puts().map(({ body, headers }) => [headers.get('If-Match'), body]);
const save = () => screen.getByRole('button', { name: 'Save' });

async function open() {
  const { user, router } = show();
  await user.click(await row());
  await author();
  return { user, router };
}

describe('the details of a post', () => {
  it('are opened by its row, with the keyboard in them, and give it back', async () => {
    const { user } = show();
    (await row()).focus();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await author()));
    // At the time of the person's zone.
    expect((await date()).value).toBe('2026-03-01T05:45');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('link', { name: '/travel/hills' }).getAttribute('href')).toBe('/travel/hills');
    expect(await dialog.findByRole('button', { name: /Travel/ })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe(await row()));
    await user.click(screen.getByRole('button', { name: 'More actions: A week in the hills' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }));
    expect((await author()).value).toBe('Ada');
  });

  it('are saved on the version that was read, with nothing that was not changed, and taken back by Undo', async () => {
    const { user } = await open();
    await user.clear(await author());
    await user.type(await author(), 'Grace');
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([['"4"', { title: 'A week in the hills', author: 'Grace' }]]);
    const [toast] = useToasts.getState().toasts;
    expect(toast?.message).toBe('The details of “A week in the hills” were saved.');
    toast?.action?.onClick();
    await waitFor(() => expect(sent()[1]).toEqual(['"5"', { title: 'A week in the hills', author: 'Ada' }]));
  });

  it('say what a date to come means, and when it is no longer one', async () => {
    onPut = ({ body }) => ({ body: { ...post, ...(body as Partial<Post>), state: 'scheduled' } });
    const { user } = await open();
    const means =
      /Until then only editors see it in lists, feeds and search; anyone who has the address can read it/;
    expect(screen.queryByText(means)).toBeNull();
    fireEvent.change(await date(), { target: { value: FAR } });
    expect(screen.getByText(means)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Set to now' }));
    expect(screen.queryByText(means)).toBeNull();
    fireEvent.change(await date(), { target: { value: FAR } });
    await user.click(save());
    await waitFor(() =>
      expect(sent()).toEqual([
        ['"4"', { title: 'A week in the hills', publishedAt: '2999-01-01T04:15:00.000Z' }],
      ]),
    );
    expect(useToasts.getState().toasts[0]?.message).toMatch(/is scheduled for .*2999/);
  });

  it('need a date', async () => {
    const { user } = await open();
    fireEvent.change(await date(), { target: { value: '' } });
    await user.click(save());
    await waitFor(async () => expect((await date()).getAttribute('aria-invalid')).toBe('true'));
    expect(puts()).toEqual([]);
  });

  it('put it into other categories, and into none', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Categories' }));
    await user.click(await screen.findByRole('option', { name: /Food/ }));
    await user.click(screen.getByRole('button', { name: /Remove.*Travel|Travel.*remove/i }));
    await user.click(save());
    await waitFor(() =>
      expect(sent()).toEqual([['"4"', { title: 'A week in the hills', categories: [FOOD] }]]),
    );
  });

  it('show what somebody else has changed meanwhile, and go on with either', async () => {
    const { user } = await open();
    await user.type(await author(), ' L.');
    post = { ...post, version: 9, author: 'Somebody', publishedAt: '2020-01-01T00:00:00Z' };
    onPut = (call) => {
      if (call.headers.get('If-Match') !== '"9"')
        return { status: 412, body: { code: 'precondition_failed', title: 'Changed' } };
      return { body: { ...post, ...(call.body as Partial<Post>), version: 10 } };
    };
    await user.click(save());
    expect(await screen.findByDisplayValue('Somebody')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
    // Theirs of what was not changed here.
    await waitFor(() =>
      expect(sent()[1]).toEqual(['"9"', { title: 'A week in the hills', author: 'Ada L.' }]),
    );
  });

  it('say what was refused beside its field', async () => {
    const detail = 'There is no such category.';
    onPut = () => ({
      status: 422,
      body: {
        code: 'unknown_reference',
        title: 'Invalid',
        errors: [{ field: 'categories', code: 'unknown_reference', detail }],
      },
    });
    const { user } = await open();
    await user.type(await author(), '!');
    await user.click(save());
    expect(await screen.findByText(detail)).toBeTruthy();
    expect((await author()).value).toBe('Ada!');
  });

  it('are not lost unasked: neither by closing them nor by leaving the screen', async () => {
    const { user, router } = await open();
    await user.type(await author(), '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect((await author()).value).toBe('Ada!');
    void router.navigate('/cms-admin/pages');
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/cms-admin/blog/categories');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(puts()).toEqual([]);
  });

  it('of a post that is gone say so', async () => {
    const { user } = show();
    await row();
    answerCalls(() => ({
      status: 404,
      body: { code: 'blog_post_not_found', title: 'Not found', detail: 'There is no such post.' },
    }));
    await user.click(await row());
    expect(await screen.findByText('There is no such post.')).toBeTruthy();
  });

  it('can be used by everybody', async () => {
    await open();
    fireEvent.change(await date(), { target: { value: FAR } });
    expect(await accessibilityFaults()).toEqual([]);
  });
});
