/** For tests: the blog's screen, with a service that answers as ours does. */
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Category } from '../../api/blog.ts';
import type { BlogPostOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

interface Service {
  categories: Category[];
  hasPublicPost: boolean;
  /** What it answers to a change of pages and posts. */
  onSave: (call: Call) => { status?: number; body?: unknown };
}

const category = (id: string, name: string, position: number, parentId: string | null = null) =>
  ({
    ...{ id, name, position, parentId, version: 3 },
    pages: [] as Category['pages'],
    feed: `/categories/${id}` as string | null,
  }) as Category;

export const post = {
  id: 'p1',
  title: 'A week in the hills',
  author: 'Ada',
  version: 5,
  categories: ['a'],
  state: 'restricted',
  publishedAt: '2026-03-01T00:00:00Z',
  pages: [{ id: '1', url: '/travel/hills', title: 'A week' }],
} as BlogPostOut;

export const site = { hasEcom: false, hasCRM: false, language: 'de' };

export const service: Service = { categories: [], hasPublicPost: true, onSave: () => ({ status: 500 }) };
/** What the service was asked. */
export const calls: Call[] = [];

export const slice = <Row,>(results: Row[]) => ({ results, total: results.length, start: 0, limit: 100 });

function answer(call: Call) {
  calls.push(call);
  const { path, method, body } = call;
  if (path === '/cms/site') return { body: site };
  const id = path.split('/').at(-1);
  const found = () => service.categories.find((one) => one.id === id);
  if (path.startsWith('/cms/blog/categories') && method === 'PUT') {
    service.categories = service.categories.map((one) =>
      one.id === id ? { ...one, ...(body as Category), version: one.version + 1 } : one,
    );
    return { body: found() };
  }
  if (method === 'DELETE') {
    service.categories = service.categories.filter((one) => one.id !== id);
    return { status: 204 };
  }
  if (/^\/(?:client|cms\/blog\/posts)\//.test(path) && method !== 'GET') return service.onSave(call);
  if (path === '/cms/blog/categories') return { body: slice(service.categories) };
  if (path.startsWith('/cms/blog/categories/')) return { body: found() };
  if (path === '/cms/blog/posts/filters/page')
    return { body: slice(call.query.get('state') === 'public' && !service.hasPublicPost ? [] : [post]) };
  return { body: slice([]) };
}

/** The service as it is before each test, asked by an editor. */
export function begin(): void {
  storeClaims(claimsWith('editor'));
  service.hasPublicPost = true;
  service.categories = [
    { ...category('a', 'Travel', 0), pages: [{ id: '9', url: '/travel', title: 'Travel' }], feed: '/travel' },
    category('b', 'Food', 1),
    category('c', 'Hills', 0, 'a'),
  ];
  service.onSave = () => ({ status: 500 });
  calls.length = 0;
  answerCalls(answer);
}

export function end(): void {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
}

export function show(search = '') {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/blog/categories${search}`);
}

export const tree = () => screen.findByRole('navigation', { name: 'Categories' });
export const link = async (name: string) => within(await tree()).findByRole('link', { name });
export const row = async (name: string) =>
  within(await tree()).findByRole('treeitem', {
    name: (words) => words === name || words.startsWith(`${name} `),
  });

/** What was changed, and how. */
export const put = () =>
  calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path.split('/').at(-1), body]);
