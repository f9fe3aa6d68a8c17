import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { viewProps } from '../testing.ts';
import Search, { type SearchData, type SearchFields } from './render.tsx';
import start from './script.ts';

const found = (query: string, total: number, more: Partial<SearchData> = {}): SearchData => ({
  query,
  isComplete: true,
  total,
  start: 0,
  limit: 10,
  results:
    total > 0
      ? [
          {
            url: '/boats',
            title: [{ text: 'Boats', isMatch: true }],
            extract: [
              { text: 'We repair <b>wooden</b> ', isMatch: false },
              { text: 'boats', isMatch: true },
            ],
          },
        ]
      : [],
  ...more,
});
const view = (data?: SearchData, fields: SearchFields = {}) => (
  <Search
    {...viewProps({
      ref: 'cms.search',
      fields,
      data,
      url: '/find',
      query: data ? { query: data.query } : {},
    })}
  />
);

describe('cms.search', () => {
  it('is a form that asks for the page with the query', () => {
    render(view());
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
    expect([box.name, box.form?.method, box.form?.getAttribute('action')]).toEqual(['query', 'get', '/find']);
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('shows what was found as text with marks, and how much it is', () => {
    render(view(found('boat', 1)));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('boat');
    expect(screen.getByRole('status').textContent).toBe('1 result for “boat”');
    const item = screen.getByRole('listitem');
    expect(within(item).getByRole('link', { name: 'Boats' }).getAttribute('href')).toBe('/boats');
    expect(item.textContent).toContain('We repair <b>wooden</b> boats');
    expect([...item.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Boats', 'boats']);
  });

  it('leads through the pages of many results', () => {
    render(view(found('a & b', 25, { start: 10 })));
    expect(screen.getByText('Page 2 of 3')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/find?query=a+%26+b');
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      '/find?query=a+%26+b&results=3',
    );
  });

  it('says that nothing was found, that it took too long, and that nothing was looked for', () => {
    const { rerender } = render(view(found('zither', 0)));
    expect(screen.getByRole('status').textContent).toContain('No results for “zither”');
    rerender(view(found('zither', 0, { isComplete: false })));
    expect(screen.getByRole('status').textContent).toContain('took too long');
    rerender(view(found('zither', 0, { isComplete: false, isLimited: true })));
    expect(screen.getByRole('status').textContent).toContain('Too many searches');
  });

  it('shows its results on another page where it is told to', () => {
    render(view(undefined, { resultsPage: '/search' }));
    expect(screen.getByRole<HTMLInputElement>('searchbox').form?.getAttribute('action')).toBe('/search');
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('its script', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    history.replaceState(null, '', '/');
  });

  /** The plugin in a page, and a server that finds one result for each query. */
  function begin() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { container } = render(view());
    const asked: string[] = [];
    const page = (query: string) => {
      const { container: there, unmount } = render(view(found(query, 1)));
      const html = there.innerHTML;
      unmount();
      return html;
    };
    vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
      const query = new URL(address).searchParams.get('query') ?? '';
      asked.push(query);
      await Promise.resolve();
      signal?.throwIfAborted();
      return new Response(page(query));
    });
    start(container);
    return {
      asked,
      box: screen.getByRole<HTMLInputElement>('searchbox'),
      status: screen.getByRole('status'),
    };
  }

  it('asks once typing pauses, and takes over what the page shows', async () => {
    const { asked, box, status } = begin();
    for (const value of ['b', 'bo', 'boa']) fireEvent.input(box, { target: { value } });
    await vi.advanceTimersByTimeAsync(300);
    await waitFor(() => expect(status.textContent).toBe('1 result for “boa”'));
    expect(asked).toEqual(['boa']);
    expect(status.isConnected).toBe(true);
    expect(location.search).toBe('?query=boa');
    fireEvent.input(box, { target: { value: '' } });
    await vi.advanceTimersByTimeAsync(300);
    expect(status.textContent).toBe('');
    expect(screen.queryByRole('listitem')).toBeNull();
    expect(location.search).toBe('');
  });

  it('lets the latest query win', async () => {
    const { asked, box, status } = begin();
    for (const value of ['boat', 'ship']) {
      fireEvent.input(box, { target: { value } });
      fireEvent.submit(box.form as HTMLFormElement);
    }
    await waitFor(() => expect(status.textContent).toBe('1 result for “ship”'));
    expect(asked).toEqual(['boat', 'ship']);
  });

  it('goes through the results with the arrow keys', async () => {
    const { box, status } = begin();
    fireEvent.input(box, { target: { value: 'boat' } });
    fireEvent.submit(box.form as HTMLFormElement);
    await waitFor(() => expect(status.textContent).not.toBe(''));
    box.focus();
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    const link = screen.getByRole('link', { name: 'Boats' });
    expect(document.activeElement).toBe(link);
    fireEvent.keyDown(link, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(box);
  });
});
