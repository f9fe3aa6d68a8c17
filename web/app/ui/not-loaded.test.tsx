import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/screen.tsx';
import { NotLoaded } from './not-loaded.tsx';

it('leaves the keyboard where it was pressed, whether or not it helps', async () => {
  let isAway = true;
  function Line() {
    const { data, isPending } = useQuery({
      queryKey: ['pages'],
      queryFn: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (isAway) throw new Error('away');
        return 'all pages';
      },
      retry: false,
    });
    return <p>{isPending ? '…' : data ? <a href="/pages">{data}</a> : <NotLoaded />}</p>;
  }
  const { user } = renderScreen([{ path: '/', Component: Line }], '/');
  (await screen.findByRole('button', { name: 'Try again' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('…');
  await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })));
  isAway = false;
  await user.keyboard('{Enter}');
  const link = await screen.findByRole('link', { name: 'all pages' });
  await waitFor(() => expect(document.activeElement).toBe(link));
});

it('reads anew all that failed, and nothing that did not', async () => {
  let isAway = true;
  const asked: string[] = [];
  const read = (name: string) => {
    asked.push(name);
    if (isAway && name !== 'pages') throw new Error('away');
    return name;
  };
  function Line({ name }: { name: string }) {
    const { data, isError } = useQuery({ queryKey: [name], queryFn: () => read(name), retry: false });
    return <p>{isError ? <NotLoaded /> : data}</p>;
  }
  const Component = () => ['pages', 'orders', 'emails'].map((name) => <Line key={name} name={name} />);
  const { user } = renderScreen([{ path: '/', Component }], '/');
  await screen.findByText('pages');
  const [first] = await screen.findAllByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Not available at the moment')).toHaveLength(2);
  isAway = false;
  await user.click(first as HTMLElement);
  await screen.findByText('orders');
  await screen.findByText('emails');
  expect(asked).toEqual(['pages', 'orders', 'emails', 'orders', 'emails']);
});
