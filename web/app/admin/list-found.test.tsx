import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen } from '../testing/heard.ts';
import { renderScreen } from '../testing/screen.tsx';
import { ResourceList } from './resource-list.tsx';
import { fillShedBeforeEach, resource, show, shown } from './testing.tsx';

fillShedBeforeEach();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** At once: a pause between two letters, as a busy machine may make, would have the list search for the first alone. */
const search = (words: string) =>
  fireEvent.change(screen.getByLabelText('Search parcels'), { target: { value: words } });

describe('how much is found', () => {
  it('is said once for each search and page, and not while the screen is read for the first time', async () => {
    const heard = listen();
    const { user } = show();
    await screen.findByText('1–10 of 12');
    expect(heard).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shown('Larch', 'Maple');
    search('ir');
    await shown('Birch', 'Fir');
    search('ch');
    await shown('Birch', 'Larch');
    expect(heard).toEqual(['12 results, 11 to 12 shown', '2 results', '2 results']);
  });

  it('is said where nothing is, and by the same region that says what is found next', async () => {
    const { user } = show();
    await screen.findByText('Ash');
    const region = document.querySelector('main [aria-live]');
    const heard = listen();
    search('oak');
    await screen.findByText('Nothing found for “oak”');
    await user.click(screen.getAllByRole('button', { name: 'Clear the search' })[0] as HTMLElement);
    await screen.findByText('Ash');
    expect(heard).toEqual(['No results', '12 results, 1 to 10 shown']);
    expect(document.querySelector('main [aria-live]')).toBe(region);
  });
});

describe('the pages of a list', () => {
  it('can be turned once there are rows, below which the buttons stay', async () => {
    let answer = () => {};
    const list: typeof resource.list = (params, filters) => {
      const { queryKey, queryFn } = resource.list(params, filters);
      const isLate = params.start === 0;
      return {
        queryKey,
        queryFn: async (context: never) => {
          if (isLate) await new Promise<void>((resolve) => (answer = resolve));
          return (queryFn as (context: never) => unknown)(context);
        },
      } as ReturnType<typeof resource.list>;
    };
    renderScreen([{ path: '/', Component: () => <ResourceList resource={{ ...resource, list }} /> }], '/');
    await screen.findByRole('table');
    expect(screen.queryByRole('navigation', { name: 'Pages of the list' })).toBeNull();
    await act(async () => answer());
    await screen.findByText('Ash');
    expect(screen.getByRole('navigation', { name: 'Pages of the list' })).toBeTruthy();
  });

  it('are as high as the highest of them, unless that is higher than the window', async () => {
    // jsdom lays nothing out: forty pixels for each row.
    const rows = () => document.querySelectorAll('[data-row]').length;
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => rows() * 40);
    const { user } = show();
    await screen.findByText('Ash');
    const room = screen.getByRole('table').parentElement?.parentElement;
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shown('Larch', 'Maple');
    expect(room?.style.minHeight).toBe('400px');
    await user.type(screen.getByLabelText('Search parcels'), 'ir');
    await shown('Birch', 'Fir');
    expect(room?.style.minHeight).toBe('');
    await user.clear(screen.getByLabelText('Search parcels'));
    await screen.findByText('Ash');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shown('Larch', 'Maple');
    expect(room?.style.minHeight).toBe('400px');
    // The bar of a phone's browser goes and comes: the rows are as high as before.
    vi.stubGlobal('innerHeight', 820);
    act(() => void window.dispatchEvent(new Event('resize')));
    expect(room?.style.minHeight).toBe('400px');
    vi.stubGlobal('innerWidth', 390);
    act(() => void window.dispatchEvent(new Event('resize')));
    expect(room?.style.minHeight).toBe('');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('Ash');
    vi.stubGlobal('innerHeight', 300);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shown('Larch', 'Maple');
    expect(room?.style.minHeight).toBe('');
  });
});
