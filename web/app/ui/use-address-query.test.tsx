import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/screen.tsx';
import { useAddressQuery } from './use-address-query.ts';

function Filters() {
  const [search, setSearch] = useAddressQuery();
  const set = (name: string, value: string) =>
    setSearch((current) => {
      current.set(name, value);
      return current;
    });
  return (
    <>
      <button
        type="button"
        onClick={() => {
          set('q', 'ink');
          // Before what it has changed is drawn.
          set('state', 'paid');
        }}
      >
        Both
      </button>
      <output>{search.toString()}</output>
    </>
  );
}

it.each([
  { when: 'drawn', loader: undefined },
  { when: 'loaded', loader: async () => null },
])('keeps a change that is not $when yet when the next one comes', async ({ loader }) => {
  const { user, router } = renderScreen([{ path: '/list', Component: Filters, loader }], '/list?size=25');
  await user.click(await screen.findByRole('button', { name: 'Both' }));
  await waitFor(() => expect(router.state.location.search).toBe('?size=25&q=ink&state=paid'));
  await screen.findByText('size=25&q=ink&state=paid');
});
