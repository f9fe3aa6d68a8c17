import { act, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/screen.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RootShell } from './root-shell.tsx';

let open: () => void;

// jsdom does not scroll.
beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));

const routes = [
  {
    Component: RootShell,
    children: [
      {
        path: '/',
        Component: () => (
          <>
            <nav>
              <Link to="/list">List</Link>
              <Link to="/form">Form</Link>
              <Link to="/slow">Slow</Link>
            </nav>
            <main>
              <PageHeader title="Start" />
              <Link to="/?q=1">Same screen</Link>
            </main>
          </>
        ),
      },
      {
        path: '/list',
        Component: () => (
          <main>
            <PageHeader title="List" />
          </main>
        ),
      },
      {
        path: '/form',
        Component: () => (
          <main>
            <PageHeader title="Form" />
            {/* biome-ignore lint/a11y/noAutofocus: what is tested */}
            <input aria-label="Name" autoFocus />
          </main>
        ),
      },
      {
        path: '/slow',
        loader: () =>
          new Promise<null>((resolve) => {
            open = () => resolve(null);
          }),
        Component: () => <main>Slow screen</main>,
      },
    ],
  },
];

it('moves the focus to the new screen’s heading and names the document', async () => {
  const { user } = renderScreen(routes, '/');
  await user.click(screen.getByRole('link', { name: 'List' }));
  const heading = await screen.findByRole('heading', { name: 'List' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe('List · Pagewright');
});

it('moves the focus alone: the screen stands where it is, below the bar of narrow ones', async () => {
  const { user } = renderScreen(routes, '/');
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  await user.click(screen.getByRole('link', { name: 'List' }));
  const heading = await screen.findByRole('heading', { name: 'List' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(focus.mock.contexts.at(-1)).toBe(heading);
  expect(focus.mock.lastCall).toEqual([{ preventScroll: true }]);
});

it('leaves the focus where the screen has put it', async () => {
  const { user } = renderScreen(routes, '/');
  await user.click(screen.getByRole('link', { name: 'Form' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});

it('leaves the focus alone while the screen stays', async () => {
  const { user } = renderScreen(routes, '/');
  const link = screen.getByRole('link', { name: 'Same screen' });
  await user.click(link);
  expect(document.activeElement).toBe(link);
});

it('covers the screen only when the next one takes longer than 200 ms', async () => {
  const { router } = renderScreen(routes, '/');
  vi.useFakeTimers();
  await act(async () => void router.navigate('/slow'));
  act(() => vi.advanceTimersByTime(199));
  expect(screen.queryByText('Loading')).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText('Loading')).toBeTruthy();
  await act(async () => open());
  expect(screen.queryByText('Loading')).toBeNull();
  expect(screen.getByText('Slow screen')).toBeTruthy();
  vi.useRealTimers();
});

it('begins a screen at its top, wherever another one was left', async () => {
  const first = renderScreen(routes, '/');
  await screen.findByRole('heading', { name: 'Start' });
  vi.stubGlobal('scrollY', 400);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  first.unmount();
  const second = renderScreen(routes, '/list');
  await screen.findByRole('heading', { name: 'List' });
  expect(window.scrollTo).not.toHaveBeenCalledWith(0, 400);
  second.unmount();
  // The same one, loaded anew, is where it was.
  renderScreen(routes, '/');
  await screen.findByRole('heading', { name: 'Start' });
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 400);
  vi.unstubAllGlobals();
});
