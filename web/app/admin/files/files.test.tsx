import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aFile } from '../../media/testing.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { catchSavedFile } from '../../testing/saved-file.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  localStorage.clear();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(640);
  const files = Array.from({ length: 130 }, (_, index) => aFile(`f${index}`, { alt: '=SUM(A1)' }));
  calls = answerCalls(({ path, query }) => {
    if (path === '/cms/files/f1') return { body: files[1] };
    if (path.endsWith('/uses')) return { body: { uses: [], total: 0, hidden: 0 } };
    if (path !== '/cms/file-entities') return { body: { results: [], total: 0, start: 0, limit: 100 } };
    const start = Number(query.get('start'));
    return {
      body: {
        folder: null,
        folders: [],
        files: files.slice(start, start + 100),
        total: files.length,
        start,
        limit: 100,
      },
    };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (search = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/files${search}`);
};

it('exports all files that are found, not only those that were read', async () => {
  const savedLines = catchSavedFile();
  const { user } = show('?type=image&sort=-size');
  await screen.findByText('130 files');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const lines = await savedLines();
  expect(lines).toHaveLength(131);
  expect(lines[0]).toMatch(/^Name,Folder,Type/);
  // What somebody wrote is no formula in anybody's spreadsheet.
  expect(lines[130]).toContain(",'=SUM(A1),");
  // The second part has some of the first: what is deleted meanwhile leaves none out.
  const asked = calls.filter(({ path }) => path === '/cms/file-entities').at(-1)?.query;
  expect([asked?.get('type'), asked?.get('sort'), asked?.get('start')]).toEqual(['image', '-size', '80']);
});

it('saves what is shown as a view, and comes back to it', async () => {
  const { user, router } = show('?type=image&alt=missing&used=no&view=list&columns=name.alt&file=f1');
  await screen.findByText('130 files');
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view …' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'To describe{Enter}');
  expect(await screen.findByRole('button', { name: 'To describe' })).toBeTruthy();
  await router.navigate('/cms-admin/files');
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'To describe' }));
  await waitFor(() =>
    expect(router.state.location.search).toBe('?view=list&columns=name.alt&type=image&alt=missing&used=no'),
  );
  expect(await accessibilityFaults()).toEqual([]);
});
