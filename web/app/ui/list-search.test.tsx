import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPiece } from '../testing/screen.tsx';
import { ListSearch } from './list-search.tsx';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search pages' });

/** A list whose address takes a search only when it is told to, as on a busy machine. */
function List({ sent }: { sent: string[] }) {
  const [value, setValue] = useState('');
  return (
    <>
      <ListSearch label="Search pages" value={value} onChange={(text) => sent.push(text)} />
      <button type="button" onClick={() => setValue(sent[0] ?? '')}>
        Arrive
      </button>
      <button type="button" onClick={() => setValue('')}>
        Clear all
      </button>
    </>
  );
}

it('keeps what is typed while a search is on its way to the address, and after it has come there', async () => {
  const sent: string[] = [];
  const { user } = renderPiece(<List sent={sent} />);
  fireEvent.change(field(), { target: { value: 'ink' } });
  await waitFor(() => expect(sent).toEqual(['ink']));
  expect(field().value).toBe('ink');
  fireEvent.change(field(), { target: { value: 'ink pot' } });
  await user.click(screen.getByRole('button', { name: 'Arrive' }));
  expect(field().value).toBe('ink pot');
  await waitFor(() => expect(sent.at(-1)).toBe('ink pot'));
});

it('shows what was changed from outside', async () => {
  const sent: string[] = [];
  const { user } = renderPiece(<List sent={sent} />);
  fireEvent.change(field(), { target: { value: 'ink' } });
  await waitFor(() => expect(sent).toEqual(['ink']));
  await user.click(screen.getByRole('button', { name: 'Arrive' }));
  expect(field().value).toBe('ink');
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(field().value).toBe('');
});
