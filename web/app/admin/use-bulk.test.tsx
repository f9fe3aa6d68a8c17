/** What becomes of the chosen records: what is said where it failed, and what a repeat is. */
import { screen, waitFor } from '@testing-library/react';
import { Box } from 'lucide-react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { renderScreen } from '../testing/screen.tsx';
import { useToasts } from '../ui/toast.ts';
import { ResourceList } from './resource-list.tsx';
import { fillShedBeforeEach, type Parcel, resource as parcels } from './testing.tsx';

fillShedBeforeEach();

const TOO_SLOW = 'The server took too long to answer. Please try again.';
const TIMEOUT = new ProblemError(0, { code: 'timeout', detail: TOO_SLOW });
const OUT_OF_REACH = 'The server could not be reached. Check your connection and try again.';
const OFFLINE = new ProblemError(0, { code: 'network_error', detail: OUT_OF_REACH });
const GATEWAY = new ProblemError(502, { detail: 'Bad gateway.' });
const REFUSED = new ProblemError(409, { detail: 'Sealed.' });
const STOPPED = new ProblemError(503, { detail: 'Closed.' });

/** What painting and reading a parcel fail with, by its name; nothing where it works. */
let faults: Record<string, unknown>;
let unreadable: Record<string, unknown>;

const painted = vi.fn(async (parcel: Parcel) => {
  if (faults[parcel.name]) throw faults[parcel.name];
  return parcel;
});
/** The parcels as they were read, in the order in which they were sent to be weighed. */
let weighed: object[];
const readings = vi.fn(async (parcel: Parcel) => {
  if (unreadable[parcel.name]) throw unreadable[parcel.name];
  return { ...parcel };
});

const resource = {
  ...parcels,
  bulkActions: [
    { label: 'Paint', icon: Box, run: painted, done: (count: number) => `${count} painted.` },
    {
      label: 'Weigh',
      icon: Box,
      prepare: async (parcel: Parcel) => {
        const read = await readings(parcel);
        return async () => {
          weighed.push(read);
          if (faults[parcel.name]) throw faults[parcel.name];
          return parcel;
        };
      },
      done: (count: number) => `${count} weighed.`,
    },
  ],
};

beforeEach(() => {
  faults = {};
  unreadable = {};
  weighed = [];
  painted.mockClear();
  readings.mockClear();
});

async function choose(...names: string[]) {
  const path = '/cms-admin/parcels';
  const { user } = renderScreen([{ path, element: <ResourceList resource={resource} /> }], path);
  for (const name of names) await user.click(await screen.findByLabelText(`Select ${name}`));
  return async (action: 'Paint' | 'Weigh') => {
    useToasts.setState({ toasts: [] });
    await user.click(await screen.findByRole('button', { name: action }));
    await waitFor(() => expect(said()).not.toEqual([]));
    return said();
  };
}

const said = () =>
  useToasts.getState().toasts.map(({ message, detail }) => (detail ? `${message} ${detail}` : message));

it.each([TIMEOUT, OFFLINE, GATEWAY, new TypeError('terminated')])(
  'does not say of what may have been done that it was not: %s',
  async (fault) => {
    faults = { Birch: fault };
    const press = await choose('Birch');
    const [message] = await press('Paint');
    expect(message).toContain('It is not certain whether it worked for “Birch”.');
  },
);

it.each([
  [REFUSED, 'Sealed.'],
  [STOPPED, 'Closed.'],
])('says why it was refused: %s', async (fault, words) => {
  faults = { Birch: fault };
  const press = await choose('Birch');
  expect(await press('Paint')).toEqual([words]);
});

it('tells what was refused from what is not known, and that from what was done', async () => {
  faults = { Birch: TIMEOUT, Cedar: REFUSED, Elm: OFFLINE, Fir: REFUSED };
  const press = await choose('Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir');
  expect(await press('Paint')).toEqual([
    '2 records were not changed. “Cedar”: Sealed. · “Fir”: Sealed.',
    `It is not certain whether it worked for 2 records. “Birch”: ${TOO_SLOW} · “Elm”: ${OUT_OF_REACH}`,
    '1 painted.',
  ]);
});

it('sends the very same again as long as it is not known whether it was done', async () => {
  faults = { Birch: TIMEOUT };
  const press = await choose('Birch', 'Cedar');
  expect(await press('Weigh')).toContain('1 weighed.');
  faults = { Birch: REFUSED };
  expect(await press('Weigh')).toEqual(['Sealed.']);
  const [first, second, , third] = weighed;
  expect([second, third]).toEqual([first, first]);
  // It is known by now that it was not done: the next time is another time.
  faults = {};
  expect(await press('Weigh')).toEqual(['1 weighed.']);
  expect(weighed).toHaveLength(5);
  expect(weighed[4]).not.toBe(first);
  expect(readings).toHaveBeenCalledTimes(3);
});

it('is certain that nothing was done where nothing was sent', async () => {
  unreadable = { Birch: TIMEOUT };
  const press = await choose('Birch');
  expect(await press('Weigh')).toEqual([TOO_SLOW]);
  expect(weighed).toEqual([]);
  unreadable = {};
  expect(await press('Weigh')).toEqual(['1 weighed.']);
});
