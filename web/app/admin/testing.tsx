/** For tests of list screens: parcels in a shed, and how they are listed and deleted. */
import { screen, waitFor } from '@testing-library/react';
import { Box } from 'lucide-react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { claimsWith, renderScreen } from '../testing/screen.tsx';
import { useToasts } from '../ui/toast.ts';
import { defineResource, type ListParams } from './define-resource.ts';
import { ResourceList } from './resource-list.tsx';

export interface Parcel {
  id: string;
  name: string;
}

const NAMES = [
  'Ash',
  'Birch',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Gorse',
  'Hazel',
  'Ivy',
  'Juniper',
  'Larch',
  'Maple',
];

/** What is in the shed, what it was asked for, and what every call fails with, if any does. */
export const shed = { parcels: [] as Parcel[], asked: [] as ListParams[], fault: undefined as unknown };

export const remove = vi.fn(async (parcel: Parcel) => {
  if (shed.fault) throw shed.fault;
  shed.parcels = shed.parcels.filter((one) => one.id !== parcel.id);
});

export const resource = defineResource<Parcel>({
  path: 'parcels',
  one: 'parcel',
  many: 'Parcels',
  description: 'What is in the shed.',
  icon: Box,
  scopes: ['editor'],
  columns: [
    { key: 'name', header: 'Name', isSortable: true },
    { key: 'length', header: 'Length', cell: ({ name }) => name.length },
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: (params) => ({
    queryKey: ['parcels', params],
    queryFn: () => {
      shed.asked.push(params);
      if (shed.fault) throw shed.fault;
      const found = shed.parcels.filter(({ name }) => name.toLowerCase().includes(params.q ?? ''));
      if (params.sort === '-name') found.reverse();
      return {
        ...params,
        results: found.slice(params.start, params.start + params.limit),
        total: found.length,
      };
    },
  }),
  get: (id) => ({
    queryKey: ['parcels', id],
    queryFn: () => shed.parcels.find((one) => one.id === id) as Parcel,
  }),
  remove,
  canRemove: ({ name }) => name !== 'Ash',
  Form: () => null,
  invalidates: [['parcels']],
});

export const show = (search = '') =>
  renderScreen(
    [
      {
        path: '/cms-admin/parcels',
        Component: () => (
          <main>
            <ResourceList resource={resource} />
          </main>
        ),
      },
      { path: '/cms-admin/parcels/:id', Component: () => <main>One parcel</main> },
    ],
    `/cms-admin/parcels${search}`,
  );

export const names = () => [...document.querySelectorAll('[data-row-link]')].map((link) => link.textContent);
export const shown = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

export async function deleteParcel(user: ReturnType<typeof show>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
}

/** Called once by each file. */
export function fillShedBeforeEach(): void {
  beforeEach(() => {
    shed.parcels = NAMES.map((name, index) => ({ id: String(index), name }));
    shed.asked = [];
    shed.fault = undefined;
    remove.mockClear();
    storeClaims(claimsWith('editor'));
  });

  afterEach(() => {
    useToasts.setState({ toasts: [] });
    clearClaims();
    localStorage.clear();
    vi.useRealTimers();
  });
}
