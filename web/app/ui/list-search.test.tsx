import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPiece } from '../testing/screen.tsx';
import { ListSearch } from './list-search.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search pages' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pause = () => act(() => vi.advanceTimersByTime(1000));

/** A list whose address takes a search only when it is told to, as on a busy machine. */
function show(format?: (text: string) => string) {
  const sent: string[] = [];
  let arrive: (value: string) => void = () => undefined;
  function List() {
    const [value, setValue] = useState('');
    arrive = (next) => act(() => setValue(next));
    return (
      <ListSearch label="Search pages" value={value} format={format} onChange={(text) => sent.push(text)} />
    );
  }
  renderPiece(<List />);
  return { sent, arrive: (value: string) => arrive(value) };
}

it('keeps what is typed while a search is on its way to the address, and after it has come there', () => {
  const { sent, arrive } = show();
  type('ink');
  pause();
  expect(field().value).toBe('ink');
  type('ink pot');
  arrive('ink');
  expect(field().value).toBe('ink pot');
  pause();
  arrive('ink pot');
  pause();
  expect(sent).toEqual(['ink', 'ink pot']);
  expect(field().value).toBe('ink pot');
});

it('keeps it where the first of two searches comes after the second was sent', () => {
  const { sent, arrive } = show();
  type('ink');
  pause();
  type('ink pot');
  pause();
  type('ink pots');
  arrive('ink');
  expect(field().value).toBe('ink pots');
  arrive('ink pot');
  expect(field().value).toBe('ink pots');
  pause();
  expect(sent).toEqual(['ink', 'ink pot', 'ink pots']);
});

it('sends a search once, however long it is on its way, and where it comes as something else', () => {
  const { sent, arrive } = show();
  type('about');
  pause();
  pause();
  arrive('/about');
  expect(field().value).toBe('/about');
  type('about');
  pause();
  pause();
  expect(sent).toEqual(['about', 'about']);
});

it('sends it in the form of the list, and leaves it in the field as it was typed', () => {
  const { sent, arrive } = show((text) => `/${text}`);
  type('about');
  pause();
  type('about us');
  arrive('/about');
  expect(field().value).toBe('about us');
  pause();
  expect(sent).toEqual(['/about', '/about us']);
});

it('shows from outside what was sent once and never came', () => {
  const { arrive } = show();
  type('ink');
  pause();
  type('');
  pause();
  arrive('ink');
  expect(field().value).toBe('ink');
});

it('shows what was changed from outside', () => {
  const { sent, arrive } = show();
  type('ink');
  pause();
  arrive('ink');
  expect(field().value).toBe('ink');
  arrive('');
  expect(field().value).toBe('');
  pause();
  expect(sent).toEqual(['ink']);
});
