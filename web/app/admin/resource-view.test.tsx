import { act, screen, waitFor } from '@testing-library/react';
import { Scroll } from 'lucide-react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { claimsWith, renderScreen } from '../testing/screen.tsx';
import { useToasts } from '../ui/toast.ts';
import { defineResource, type ReadableResource } from './define-resource.ts';
import { ResourceList } from './resource-list.tsx';
import { ResourceView } from './resource-view.tsx';

interface Entry {
  id: string;
  title: string;
}

let entries: Entry[];
let fault: unknown;
const remove = vi.fn(async (entry: Entry) => {
  entries = entries.filter(({ id }) => id !== entry.id);
});

const log = defineResource<Entry>({
  path: 'log',
  one: 'entry',
  many: 'Log',
  description: 'What happened.',
  icon: Scroll,
  scopes: ['admin'],
  columns: [{ key: 'title', header: 'Title', cell: ({ title }) => title }],
  defaultSort: 'title',
  idOf: ({ id }) => id,
  nameOf: ({ title }) => title,
  list: (params) => ({
    queryKey: ['log', params],
    queryFn: () => ({ ...params, results: entries, total: entries.length }),
  }),
  get: (id) => ({
    queryKey: ['log', id],
    queryFn: () => {
      if (fault) throw fault;
      return entries.find((entry) => entry.id === id) as Entry;
    },
    retry: false,
  }),
  remove,
  View: ({ record }) => <p>All about {record.title}</p>,
  invalidates: [['log']],
}) as ReadableResource<Entry>;

const show = (at: string, resource = log) =>
  renderScreen(
    [
      {
        path: '/cms-admin/log',
        Component: () => (
          <StrictMode>
            <main>
              <ResourceList resource={resource} />
            </main>
          </StrictMode>
        ),
      },
      {
        path: '/cms-admin/log/:id',
        Component: () => (
          <main>
            <ResourceView resource={resource} id="1" />
          </main>
        ),
      },
    ],
    at,
  );

beforeEach(() => {
  entries = [
    { id: '1', title: 'First' },
    { id: '2', title: 'Second' },
  ];
  fault = undefined;
  remove.mockClear();
  storeClaims(claimsWith('admin'));
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
});

it('shows the record under its name, with nothing to save', async () => {
  show('/cms-admin/log/1');
  await screen.findByText('All about First');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('First');
  expect(screen.queryByRole('button', { name: /save/i })).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

it('says why it cannot be shown', async () => {
  fault = new ProblemError(404, { detail: 'No such entry.' });
  show('/cms-admin/log/1');
  await screen.findByText('No such entry.');
});

it('says of an id that no record can have that there is none', async () => {
  fault = new ProblemError(422, { title: 'Validation Failed', detail: 'Validation failed.' });
  show('/cms-admin/log/anything');
  await screen.findByText('Not found');
  expect(screen.queryByText('Validation failed.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('stays when it cannot be read anew', async () => {
  const { queryClient } = show('/cms-admin/log/1');
  await screen.findByText('All about First');
  fault = new ProblemError(503, { detail: 'Try later.' });
  await act(() => queryClient.invalidateQueries());
  expect(screen.getByText('All about First')).toBeTruthy();
  expect(screen.queryByText('Try later.')).toBeNull();
});

it('offers no Delete to whoever may only read', async () => {
  show('/cms-admin/log/1', { ...log, writeScopes: ['super'] });
  await screen.findByText('All about First');
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

it('deletes by way of the list, which offers Undo', async () => {
  const { user, router } = show('/cms-admin/log/1');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(router.state.location.pathname).toBe('/cms-admin/log');
  await screen.findByText('First');
  expect(remove).not.toHaveBeenCalled();
});

it('sends one deletion when the Undo has lapsed', async () => {
  const { user } = show('/cms-admin/log/1');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(remove).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByText('First')).toBeNull());
  expect(screen.getByText('Second')).toBeTruthy();
});

it('is a list without a New button, whose rows are opened', async () => {
  const { user } = show('/cms-admin/log');
  await user.click(await screen.findByRole('button', { name: 'More actions: First' }));
  await screen.findByRole('menuitem', { name: 'Open' });
  expect(screen.queryByText('New entry')).toBeNull();
  expect(screen.queryByText('Edit')).toBeNull();
});

it('offers no Delete where nothing can be deleted', async () => {
  const { remove: _, ...kept } = log;
  const { user } = show('/cms-admin/log', kept);
  await user.click(await screen.findByRole('button', { name: 'More actions: First' }));
  await screen.findByRole('menuitem', { name: 'Open' });
  expect(screen.queryByText('Delete')).toBeNull();
});
