import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LayoutInList } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

const ID = '0193d5a6-4a3f-7c5e-9d3e-6f1f5a3b2c1d';
const layout = (id: string, name: string, pageCount: number, isDefault = false) =>
  ({ id, name, pageCount, isDefault, version: 4, updatedAt: '2026-03-01T00:00:00Z' }) as LayoutInList;
const layouts = [layout(ID, 'Default', 3, true), layout('2', 'Landing', 0)];

let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  calls = answerCalls(({ path, method, body }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (method === 'POST') return { status: 201, body: { ...layout('3', '', 0), ...(body as object) } };
    if (path === `/cms/layouts/${ID}`) return { body: layouts[0] };
    return { body: { results: layouts, total: 2, start: 0, limit: 25 } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (path = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/layouts${path}`);
};

it('says where each layout is used, and deletes only those that are not', async () => {
  const { user } = show();
  const row = (await screen.findByRole('link', { name: /Default/ })).closest('tr') as HTMLElement;
  expect(within(row).getByRole('link', { name: '3 pages' }).getAttribute('href')).toBe(
    `/cms-admin/pages?layout=${ID}`,
  );
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'More actions: Default' }));
  await screen.findByRole('menuitem', { name: 'Duplicate' });
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More actions: Landing' }));
  await screen.findByRole('menuitem', { name: 'Delete' });
});

it('makes one that begins with another', async () => {
  const { user } = show('/new');
  await user.type(await screen.findByLabelText('Name'), 'Wide');
  await user.type(screen.getByRole('combobox', { name: 'Start with' }), 'Def');
  await user.click(await screen.findByRole('option', { name: 'Default' }));
  await user.click(screen.getByRole('button', { name: 'Create layout' }));
  await screen.findByText('“Wide” was created.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Wide', copyOf: ID });
});
