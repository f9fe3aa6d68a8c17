import { queryOptions } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Box } from 'lucide-react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { renderScreen } from '../testing/screen.tsx';
import { defineResource, type EditableResource, type Filter, type FilterValues } from './define-resource.ts';
import { ResourceList } from './resource-list.tsx';
import { useChoices } from './use-choices.ts';

let asked: FilterValues[];
let found: { id: string }[];
const onSelect = vi.fn();

const resource = defineResource<{ id: string }>({
  path: 'parcels',
  one: 'parcel',
  many: 'Parcels',
  description: 'What is in the shed.',
  icon: Box,
  scopes: ['editor'],
  columns: [{ key: 'id', header: 'Id', cell: ({ id }) => id }],
  defaultSort: 'id',
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  filters: [
    {
      kind: 'select',
      name: 'state',
      label: 'State',
      any: 'Any state',
      useOptions: () => [{ value: 'sent', label: 'Sent' }],
    },
    { kind: 'date', name: 'from', label: 'From' },
    { kind: 'linked', name: 'owner', label: 'Of', useLabel: (id) => `Owner ${id}` },
  ],
  Head: () => <p>The shed is open.</p>,
  menuActions: () => [{ label: 'Weigh', icon: Box, onSelect }],
  list: (params, filters) => ({
    queryKey: ['parcels', params, filters],
    queryFn: () => {
      asked.push(filters);
      return { ...params, results: found, total: found.length };
    },
  }),
  get: (id) => ({ queryKey: ['parcels', id], queryFn: () => ({ id }) }),
  remove: async () => undefined,
  Form: () => null,
  invalidates: [['parcels']],
});

const show = (search = '') =>
  renderScreen(
    [{ path: '/cms-admin/parcels', Component: () => <main>{<ResourceList resource={resource} />}</main> }],
    `/cms-admin/parcels${search}`,
  );

const lastAsked = (expected: FilterValues) => waitFor(() => expect(asked.at(-1)).toEqual(expected));

beforeEach(() => {
  asked = [];
  found = [{ id: 'ash' }];
  onSelect.mockClear();
});

let readColours: () => string[];
const colours = queryOptions({ queryKey: ['colours'], queryFn: () => readColours(), retry: false });
const useColours = () => (useChoices(colours) ?? []).map((value) => ({ value, label: value }));

it('says that choices could not be read, and reads them again', async () => {
  readColours = () => {
    throw new Error('Away');
  };
  const filters: Filter[] = [
    { kind: 'select', name: 'colour', label: 'Colour', any: 'Any colour', useOptions: useColours },
  ];
  const coloured = { ...resource, filters } as typeof resource;
  const Component = () => <main>{<ResourceList resource={coloured} />}</main>;
  const { user } = renderScreen([{ path: '/cms-admin/parcels', Component }], '/cms-admin/parcels');
  await screen.findByText('Some choices of the filters could not be loaded.');
  expect(await accessibilityFaults()).toEqual([]);
  readColours = () => ['Green'];
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: 'Green' });
  expect(screen.queryByText('Some choices of the filters could not be loaded.')).toBeNull();
});

describe('filters', () => {
  it('are read from the address, and go into it', async () => {
    const { user, router } = show('?state=sent&owner=7&page=3&stray=1');
    await lastAsked({ state: 'sent', owner: '7' });
    await user.selectOptions(screen.getByLabelText('State'), '');
    await lastAsked({ owner: '7' });
    // The first page again, and what belongs to nobody stays.
    expect(router.state.location.search).toBe('?owner=7&stray=1');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-31' } });
    await lastAsked({ owner: '7', from: '2026-01-31' });
  });

  it('that a link has set show what they stand for, and go', async () => {
    const { user } = show('?owner=7');
    expect((await screen.findByText('Owner 7')).parentElement?.textContent).toBe('Of Owner 7');
    await user.click(screen.getByRole('button', { name: 'Remove the filter: Of' }));
    await lastAsked({});
    expect(screen.queryByText('Owner 7')).toBeNull();
  });

  it('keep a value from the address that is no choice in view', async () => {
    show('?state=lost');
    expect((await screen.findByLabelText<HTMLSelectElement>('State')).value).toBe('lost');
  });

  it('say how many are set where narrow screens fold them away, and open there', async () => {
    const { user } = show('?state=sent&owner=7');
    // Not by its role: wide as this window is, it is not shown.
    const fold = (await screen.findByText('Filters (1)')).closest('button') as HTMLButtonElement;
    const folded = document.getElementById(fold.getAttribute('aria-controls') ?? '');
    expect(folded?.contains(screen.getByLabelText('State'))).toBe(true);
    // What a link has set is nothing to be asked for, and stays in sight.
    expect(folded?.contains(screen.getByText('Owner 7'))).toBe(false);
    expect([fold.getAttribute('aria-expanded'), folded?.dataset.open]).toEqual(['false', undefined]);
    await user.click(fold);
    expect([fold.getAttribute('aria-expanded'), folded?.dataset.open]).toEqual(['true', 'true']);
  });

  it('without result can be cleared, words and all', async () => {
    found = [];
    const { user, router } = show('?state=sent&q=oak&sort=-id');
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    expect(router.state.location.search).toBe('?sort=-id');
    await screen.findByText('No parcels yet');
  });
});

it('a resource adds to the head of its list and to its rows’ menus', async () => {
  const { user } = show();
  expect(await screen.findByText('The shed is open.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'More actions: ash' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Weigh' }));
  const times = asked.length;
  await onSelect.mock.calls[0]?.[0]();
  expect(asked.length).toBe(times + 1);
});

it('what is only listed has no screens of its own, and no menu without anything to do', async () => {
  const {
    Form: _,
    get: __,
    menuActions: ___,
    remove: ____,
    ...rest
  } = resource as EditableResource<{ id: string }>;
  const listed = defineResource({ ...rest, isSearchable: false });
  renderScreen([{ path: '/', Component: () => <ResourceList resource={listed} /> }], '/');
  await screen.findByText('ash');
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull();
  expect(screen.queryByLabelText('Search parcels')).toBeNull();
});

it('a row that is locked can be opened, and nothing more of itself', async () => {
  const locked = defineResource({ ...resource, isLocked: () => true });
  const { user } = renderScreen([{ path: '/', Component: () => <ResourceList resource={locked} /> }], '/');
  await user.click(await screen.findByRole('button', { name: 'More actions: ash' }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Open', 'Weigh']);
});

it('is accessible', async () => {
  show('?owner=7');
  await screen.findByText('Owner 7');
  expect(await accessibilityFaults()).toEqual([]);
});
