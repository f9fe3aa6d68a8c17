import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { renderScreen } from '../testing/screen.tsx';
import { Loaded } from './loaded.tsx';

const refetch = vi.fn();

const show = (query: { data?: string; error?: unknown }) =>
  renderScreen(
    [
      {
        path: '/',
        Component: () => (
          <Loaded
            query={{ data: query.data, isError: query.error !== undefined, error: query.error, refetch }}
            skeleton={<p>on its way</p>}
          >
            {(words) => <p>{words}</p>}
          </Loaded>
        ),
      },
    ],
    '/',
  );

it('shows what was read, also when reading it anew fails', async () => {
  show({ data: 'seven parcels', error: new ProblemError(503, {}) });
  await screen.findByText('seven parcels');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('shows the skeleton, why it cannot be read with a way to try again, or that somebody may not', async () => {
  const { unmount } = show({});
  await screen.findByText('on its way');
  unmount();
  const { user, unmount: away } = show({ error: new ProblemError(503, {}) });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  away();
  show({ error: new ProblemError(403, {}) });
  await screen.findByText('You cannot open this');
});
