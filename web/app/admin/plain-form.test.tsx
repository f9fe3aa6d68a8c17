import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Box } from 'lucide-react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { claimsWith, renderScreen } from '../testing/screen.tsx';
import { definePlainResource } from './define-plain-resource.ts';
import { type EditableResource, isEditable } from './define-resource.ts';

interface Parcel {
  id: string;
  version: number;
  name: string;
  note: string;
  size: string | null;
  isFragile: boolean;
  stops: string[];
  kinds: string[];
  links: { href: string }[];
  sender: string | null;
}

const parcel: Parcel = {
  id: 'p',
  version: 2,
  name: 'Ash',
  note: 'From the shed',
  size: null,
  isFragile: true,
  stops: ['Hull', 'Leeds'],
  kinds: ['book'],
  links: [{ href: '/one' }],
  sender: null,
};

/** What a new one is made from, and does not keep. */
interface ParcelIn {
  copyOf: string;
}

const create = vi.fn(async ({ body }: { body: object }) => ({ data: { ...parcel, ...body } }));
/** Answers less than is read. */
const update = vi.fn(async (_: { body: object }) => ({ data: { id: 'p', version: 3, name: 'Elm' } }));
const remove = vi.fn(async (_: object) => undefined);
const query = <Data,>(data: Data) => ({ queryKey: ['parcels'], queryFn: () => data });

const parcels = definePlainResource<Parcel, ParcelIn>({
  path: 'parcels',
  one: 'parcel',
  many: 'Parcels',
  description: 'What is in the shed.',
  icon: Box,
  scopes: ['editor'],
  api: {
    tag: 'parcels',
    list: (asked) => ({ ...query({ results: [parcel], total: 1, start: 0, limit: 10 }), meta: asked }),
    get: () => query(parcel),
    create,
    update,
    delete: remove,
  },
  columns: [{ key: 'name', header: 'Name' }],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  queryOf: ({ light }) => ({ 'max-weight': light && 1 }),
  sectionsOf: (record) => [
    {
      fields: [
        { type: 'text', name: 'name', label: 'Name', isHalf: true, isInAddress: true },
        { type: 'text', name: 'note', label: 'Note', isHalf: true },
        {
          type: 'text',
          name: 'size',
          label: 'Size',
          default: 'small',
          isShown: ({ name }) => name !== 'Oak',
        },
        { type: 'switch', name: 'isFragile', label: 'Fragile' },
        {
          type: 'text',
          name: 'stops',
          label: 'Stops',
          fromWire: (stops: string[]) => stops.join(' '),
          toWire: (typed: string, { isFragile }) => (isFragile ? [] : typed.split(' ')),
        },
        {
          type: 'choice',
          name: 'kinds',
          label: 'Kinds',
          many: true,
          options: [{ value: 'book', label: 'Books' }],
        },
        {
          type: 'list',
          name: 'links',
          label: 'Links',
          item: { href: { type: 'address', label: 'Address' } },
        },
        { type: 'email', name: 'sender', label: 'Sender' },
        ...(record ? [] : [{ type: 'text', name: 'copyOf', label: 'Copy of' } as const]),
      ],
    },
  ],
  alsoInvalidates: [['sheds']],
});

const onSaved = vi.fn();

function show(record?: Parcel, search = '') {
  if (!isEditable(parcels)) throw new Error('It has a form.');
  const { Form } = parcels as EditableResource<Parcel>;
  const Component = () => (
    <main>
      <Form record={record} onSaved={onSaved} onCancel={() => undefined} />
    </main>
  );
  return renderScreen([{ path: '/', Component }], `/${search}`);
}

const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

beforeEach(() => storeClaims(claimsWith('editor')));

afterEach(() => {
  vi.clearAllMocks();
  clearClaims();
});

it('begins with what its fields begin with, and with what the address has of those that may', async () => {
  const { user } = show(undefined, '?name=Fir&note=Hidden');
  expect([shownIn('Name'), shownIn('Note'), shownIn('Size')]).toEqual(['Fir', '', 'small']);
  await user.click(screen.getByRole('button', { name: 'Create parcel' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(create.mock.calls[0]?.[0].body).toEqual({
    name: 'Fir',
    note: '',
    size: 'small',
    isFragile: false,
    stops: [''],
    kinds: [],
    links: [],
    sender: null,
    copyOf: '',
  });
});

it('shows a record as it is, and sends what it holds as it is stored', async () => {
  const { user } = show(parcel);
  // Not what a new one begins with.
  expect([shownIn('Size'), shownIn('Stops')]).toEqual(['', 'Hull Leeds']);
  await user.click(screen.getByLabelText('Fragile'));
  fireEvent.change(screen.getByLabelText('Stops'), { target: { value: 'York Ely' } });
  await user.type(screen.getByLabelText('Sender'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(update.mock.calls[0]?.[0]).toEqual({
    path: { id: 'p' },
    headers: { 'If-Match': '"2"' },
    body: {
      name: 'Ash',
      note: 'From the shed',
      size: '',
      isFragile: false,
      stops: ['York', 'Ely'],
      kinds: ['book'],
      links: [{ href: '/one' }],
      sender: 'ada@example.com',
    },
  });
  // What the answer left out is as it was.
  expect(onSaved.mock.calls[0]?.[0]).toEqual({ ...parcel, version: 3, name: 'Elm' });
});

it('sends a list that was emptied as one without items', async () => {
  const { user } = show(parcel);
  await user.click(screen.getByLabelText('Books'));
  await user.click(screen.getByRole('button', { name: 'Remove item 1' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(update.mock.calls[0]?.[0].body).toMatchObject({ kinds: [], links: [] });
});

it('has halves on one line, and only them', async () => {
  show(parcel);
  const lineOf = (label: string) => screen.getByLabelText(label).closest('[class*=pair]');
  expect(lineOf('Name')).not.toBeNull();
  expect(lineOf('Name')).toBe(lineOf('Note'));
  expect(lineOf('Size')).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

it('is listed by what its filters ask for, and deleted on the version that was read', async () => {
  const { meta } = parcels.list({ start: 0, limit: 10, sort: 'name' }, { light: 'yes' });
  expect(meta).toEqual({ query: { start: 0, limit: 10, sort: 'name', 'max-weight': 1 } });
  await parcels.remove?.(parcel);
  expect(remove).toHaveBeenCalledWith({
    path: { id: 'p' },
    headers: { 'If-Match': '"2"' },
    keepalive: true,
  });
  expect(parcels.invalidates).toEqual([[{ tags: ['parcels'] }], ['sheds']]);
});
