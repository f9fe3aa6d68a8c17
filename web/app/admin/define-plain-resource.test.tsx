import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { catchSavedFile } from '../testing/saved-file.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { useToasts } from '../ui/toast.ts';
import { AdminScreen } from './admin-screen.tsx';

const idOf = (digit: number) => `0199a1b2-0000-7000-8000-00000000000${digit}`;
const categoryOf = (id: string, name: string, parentId: string | null = null) => ({
  id,
  name,
  parentId,
  description: '',
  position: 0,
  version: 3,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
});
const CATEGORIES = [
  categoryOf(idOf(1), 'Clothes'),
  categoryOf(idOf(2), 'Shoes', idOf(1)),
  categoryOf(idOf(4), 'Boots', idOf(2)),
  categoryOf(idOf(3), 'Books'),
];

let calls: Call[];
let hasEcom: boolean;
/** What is answered of the second category from now on. */
let record: { status?: number; body?: unknown } | undefined;
let onWrite: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims(claimsWith('ecom:write'));
  hasEcom = true;
  record = undefined;
  onWrite = ({ body }) => ({ body: { ...CATEGORIES[1], ...(body as object) } });
  calls = answerCalls((call) => {
    if (call.method !== 'GET') return onWrite(call);
    if (call.path === '/cms/site') return { body: { hasEcom } };
    if (record && call.path === `/ecom/categories/${idOf(2)}`) return record;
    const one = CATEGORIES.find(({ id }) => call.path === `/ecom/categories/${id}`);
    return { body: one ?? { results: CATEGORIES, total: 4, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

let shown: ReturnType<typeof renderScreen>;

const show = (at: string) => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  shown = renderScreen([{ path: '/cms-ecom/*', Component }], `/cms-ecom/${at}`);
  return shown;
};

/** The record in view is read once more, as when the window comes back to the front. */
async function refetch(): Promise<void> {
  const path = `/ecom/categories/${idOf(2)}`;
  const readings = () => calls.filter((call) => call.method === 'GET' && call.path === path).length;
  const before = readings();
  await act(() => shown.queryClient.invalidateQueries());
  await waitFor(() => expect(readings()).toBeGreaterThan(before));
  await waitFor(() => expect(shown.queryClient.isFetching()).toBe(0));
}

describe('a plain resource', () => {
  it('is listed, each record with what it stands below', async () => {
    show('categories?view=list');
    await screen.findByText('4 in all');
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('row')
          .slice(1, 5)
          .map((row) => row.children[2]?.textContent),
      ).toEqual(['–', 'Clothes', 'Shoes', '–']),
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is exported with the path of what each stands below', async () => {
    const savedLines = catchSavedFile();
    const { user } = show('categories?view=list');
    await screen.findByText('4 in all');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    const lines = await savedLines();
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['Name', 'Parent'],
      ['Clothes', ''],
      ['Shoes', 'Clothes'],
      ['Boots', 'Clothes › Shoes'],
      ['Books', ''],
    ]);
  });

  it('is changed with the version that was read, its parent chosen from the tree', async () => {
    const { user } = show(`categories/${idOf(2)}`);
    const parent = await screen.findByLabelText('Parent category');
    await waitFor(() => expect(parent).toHaveProperty('value', 'Clothes'));
    await user.click(parent);
    await user.keyboard('book');
    await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1));
    await user.keyboard('{ArrowDown}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    const put = calls.find(({ method }) => method === 'PUT');
    expect(put).toMatchObject({
      path: `/ecom/categories/${idOf(2)}`,
      body: { name: 'Shoes', parentId: idOf(3), description: '' },
    });
    expect(put?.headers.get('If-Match')).toBe('"3"');
  });

  it('is shown to who may only read it as what cannot be changed, and says why', async () => {
    storeClaims(claimsWith('ecom:read'));
    show(`categories/${idOf(2)}`);
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(
      screen.getByText(/You can view this, but not change it: that takes the scope ecom:write\./),
    ).toBeTruthy();
    for (const label of ['Name', 'Parent category', 'Description'])
      expect(screen.getByLabelText(label)).toHaveProperty('readOnly', true);
    expect(name.closest('[data-read-only]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says nothing of the kind to who may change it, also once their session has ended', async () => {
    show(`categories/${idOf(2)}`);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Boots' } });
    clearClaims();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Boots and shoes' } });
    expect(screen.queryByText(/You can view this/)).toBeNull();
    expect(document.querySelector('[data-read-only]')).toBeNull();
  });

  it('is saved by Ctrl+S, from any of its fields', async () => {
    const { user } = show(`categories/${idOf(2)}`);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Boots and shoes' } });
    await user.click(screen.getByLabelText('Parent category'));
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'Boots and shoes' }),
    );
  });

  it('is changed with the version that its form shows, whatever is read meanwhile', async () => {
    const { user } = show(`categories/${idOf(2)}`);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Boots and shoes' } });
    // Somebody else has changed it, and the window comes back to the front.
    const present = { ...categoryOf(idOf(2), 'Footwear', idOf(1)), version: 4 };
    record = { body: present };
    await refetch();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    expect(calls.find(({ method }) => method === 'PUT')?.headers.get('If-Match')).toBe('"3"');
  });

  describe('that somebody else has changed meanwhile', () => {
    const theirs = (changes: object) => ({ ...CATEGORIES[1], description: '', version: 4, ...changes });
    const stale = { status: 412, body: { code: 'precondition_failed', detail: 'It has been changed.' } };
    const versionsSent = () =>
      calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('If-Match'));

    /** A form in which somebody renames the second category, and somebody else has saved it before. */
    const clash = async (changes: object, typed = 'Boots and shoes') => {
      onWrite = ({ body, headers }) =>
        headers.get('If-Match') === '"4"' ? { body: { ...theirs(changes), ...(body as object) } } : stale;
      const { user } = show(`categories/${idOf(2)}`);
      fireEvent.change(await screen.findByLabelText('Name'), { target: { value: typed } });
      record = { body: theirs(changes) };
      await user.click(screen.getByRole('button', { name: 'Save' }));
      return user;
    };

    it('shows both versions and saves what was typed over theirs, when that is chosen', async () => {
      const user = await clash({ name: 'Footwear', description: 'For feet' });
      await screen.findByText(/Somebody else has changed this/);
      const name = within(screen.getByRole('group', { name: 'Name' }));
      expect(name.getByLabelText('Their version')).toHaveProperty('value', 'Footwear');
      expect(name.getByLabelText('Your version')).toHaveProperty('value', 'Boots and shoes');
      const description = within(screen.getByRole('group', { name: 'Description' }));
      expect(description.getByLabelText('Their version')).toHaveProperty('value', 'For feet');
      expect(description.queryByLabelText('Your version')).toBeNull();
      expect(await accessibilityFaults()).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
      await waitFor(() => expect(versionsSent()).toEqual(['"3"', '"4"']));
      const body = calls.findLast(({ method }) => method === 'PUT')?.body;
      expect(body).toMatchObject({ name: 'Boots and shoes', description: 'For feet' });
    });

    it('goes on with theirs, when that is chosen, and saves on their version', async () => {
      const user = await clash({ name: 'Footwear' });
      await user.click(await screen.findByRole('button', { name: 'Discard mine, use theirs' }));
      expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Footwear');
      expect(screen.queryByText(/Somebody else has changed this/)).toBeNull();
      fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'For feet' } });
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(versionsSent()).toEqual(['"3"', '"4"']));
      const body = calls.findLast(({ method }) => method === 'PUT')?.body;
      expect(body).toMatchObject({ name: 'Footwear', description: 'For feet' });
    });

    it('keeps both changes where they are in different fields', async () => {
      const user = await clash({ description: 'For feet' });
      await user.click(await screen.findByRole('button', { name: 'Save both' }));
      await waitFor(() => expect(versionsSent()).toEqual(['"3"', '"4"']));
      const body = calls.findLast(({ method }) => method === 'PUT')?.body;
      expect(body).toMatchObject({ name: 'Boots and shoes', description: 'For feet' });
    });

    it('is saved without a question where no field shows a difference', async () => {
      await clash({ position: 7 });
      await waitFor(() => expect(versionsSent()).toEqual(['"3"', '"4"']));
      expect(screen.queryByText(/Somebody else has changed this/)).toBeNull();
    });

    it('says that it is gone, and keeps what was typed', async () => {
      onWrite = () => stale;
      const { user } = show(`categories/${idOf(2)}`);
      fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Boots and shoes' } });
      record = { status: 404, body: { code: 'category_not_found', title: 'Not Found' } };
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await screen.findByText(/Somebody has deleted this since you opened it/);
      expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Boots and shoes');
    });
  });

  it('stays in its form with what was typed when it cannot be read anew', async () => {
    show(`categories/${idOf(2)}`);
    const name = await screen.findByLabelText('Name');
    fireEvent.change(name, { target: { value: 'Boots and shoes' } });
    record = { status: 403 };
    await refetch();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Boots and shoes');
  });

  it('opens as it is now, not as it was seen before', async () => {
    const first = show(`categories/${idOf(2)}`);
    await screen.findByLabelText('Name');
    await first.router.navigate('/cms-ecom/categories?view=list');
    await screen.findByText('4 in all');
    record = { body: { ...categoryOf(idOf(2), 'Footwear', idOf(1)), version: 4 } };
    await first.queryClient.invalidateQueries({ refetchType: 'none' });
    await first.router.navigate(`/cms-ecom/categories/${idOf(2)}`);
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Footwear');
  });

  it('says beside the field what was refused, and keeps what was typed', async () => {
    onWrite = () => ({
      status: 409,
      body: { title: 'Conflict', errors: [{ field: 'name', code: 'taken', detail: 'This name is taken.' }] },
    });
    const { user } = show('categories/new');
    await user.click(await screen.findByRole('button', { name: 'Create category' }));
    screen.getByText('Fill this in.');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Books ' } });
    await user.click(screen.getByRole('button', { name: 'Create category' }));
    await screen.findByText('This name is taken.');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', ' Books ');
    const sent = calls.find(({ method }) => method === 'POST')?.body;
    expect(sent).toMatchObject({ name: 'Books', parentId: null });
  });

  it('is shown and no more to whoever may only read it', async () => {
    storeClaims(claimsWith('ecom:read'));
    show(`categories/${idOf(2)}`);
    expect(await screen.findByLabelText('Name')).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('is no screen of a site that has no shop', async () => {
    hasEcom = false;
    // With the shop's scopes alone one is led to what is open: see areas.test.tsx.
    storeClaims(claimsWith('editor', 'ecom:write'));
    show('categories?view=list');
    await screen.findByText('There is no screen at this address');
  });
});
