import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import { AdminScreen, adminLoader } from './admin-screen.tsx';
import { AdminShell } from './admin-shell.tsx';
import { SHORTCUTS } from './shortcuts.ts';

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  answerCalls(({ path }) => {
    if (path.endsWith('/notifications')) return { body: { results: [], unread: 0 } };
    if (path === '/cms/site') return { body: { hasEcom: true, hasCRM: false } };
    return { body: { results: [], total: 0, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

async function show() {
  const children = [{ path: '*', Component: AdminScreen, loader: adminLoader }];
  const { user } = renderScreen(
    [{ path: '/*', Component: AdminShell, children }],
    '/cms-admin/audit-log?since=2026-01-01',
  );
  await screen.findByRole('heading', { name: 'Activity log' });
  return user;
}
/** As they are shown, those of one key without anything between them. */
function keysIn(title: string): (string | null)[] {
  const group = screen.getByRole('heading', { name: title }).parentElement;
  return [...(group?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
}
const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

it('are shown by ?, and the keyboard goes back where it was', async () => {
  const user = await show();
  const search = screen.getByRole('button', { name: /^Search/ });
  search.focus();
  await user.keyboard('?');
  await waitFor(() => expect(list()).not.toBeNull());
  const shown = [...(list()?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);
  expect(shown).toEqual(SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.map(({ label }) => label)));
  expect(keysIn('In trees')).toContain('F2');
  expect(keysIn('In delivery rules')).toEqual(['Alt↑', 'Alt↓', 'CtrlZ', 'CtrlShiftZ']);
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(list()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(search));
});

it('are not shown while somebody types', async () => {
  const user = await show();
  const search = await screen.findByRole('textbox', { name: 'Search records' });
  await user.type(search, 'who?');
  expect((search as HTMLInputElement).value).toBe('who?');
  expect(list()).toBeNull();
});

it('are found by the palette, too', async () => {
  const user = await show();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: /^Search screens/ }), 'shortcuts{Enter}');
  await waitFor(() => expect(list()).not.toBeNull());
});
