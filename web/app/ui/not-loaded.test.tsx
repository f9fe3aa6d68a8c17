import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/screen.tsx';
import { NotLoaded } from './not-loaded.tsx';

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
