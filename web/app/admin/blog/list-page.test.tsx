import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Category } from '../../api/blog.ts';
import { storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const page = { id: 'p', title: 'Blog', url: '/blog', version: 4, config: {} };
const category = { id: 'c', name: 'Blog', position: 0, parentId: null, version: 4, feed: null } as const;
const listed = { ...category, pages: [{ id: 'p', url: '/blog', title: 'Blog' }] } as Category;

let calls: Call[];
let categories: Category[];
let onMake: () => { status?: number; body?: unknown };

const slice = (results: unknown[]) => ({ results, total: results.length, start: 0, limit: 100 });

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  categories = [];
  onMake = () => {
    categories = [listed];
    return { status: 201, body: page };
  };
  calls = answerCalls(({ path, method }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (method === 'POST') return onMake();
    if (method === 'DELETE' && path === '/client/pages/p')
      categories = categories.map((one) => ({ ...one, pages: [] }));
    if (method === 'DELETE' && path === '/cms/blog/categories/c') categories = [];
    if (method === 'DELETE') return { status: 204 };
    return { body: slice(path === '/cms/blog/categories' ? categories : []) };
  });
});

const show = () => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], '/cms-admin/blog/categories');
};
const offer = () => screen.findByRole('button', { name: 'Create a blog page' });
const sent = () =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

it('is offered while no page lists posts, made in one call, and taken back with its category', async () => {
  const { user } = show();
  await user.click(await offer());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create a blog page' })).toBeNull());
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    title: 'Blog',
    url: '/blog',
    config: { menu: { visible: true } },
    blogList: { displayMode: 'list' },
  });
  const [made] = useToasts.getState().toasts;
  expect(made?.message).toBe('Page created: Blog.');
  made?.action?.onClick();
  await offer();
  expect(sent()).toEqual(['POST /client/pages', 'DELETE /client/pages/p', 'DELETE /cms/blog/categories/c']);
});

it('is not offered where one is there', async () => {
  categories = [listed];
  show();
  await screen.findByText('No posts yet');
  expect(screen.queryByRole('button', { name: 'Create a blog page' })).toBeNull();
});

it('says why it could not be made, and is offered still', async () => {
  const detail = 'Another page has the address /blog.';
  onMake = () => ({ status: 409, body: { code: 'url_taken', title: 'Conflict', detail } });
  const { user } = show();
  await user.click(await offer());
  await waitFor(() => expect(useToasts.getState().toasts[0]?.message).toBe(detail));
  expect(await offer()).toBeTruthy();
});

it('can be used by everybody', async () => {
  show();
  await offer();
  expect(await accessibilityFaults()).toEqual([]);
});
