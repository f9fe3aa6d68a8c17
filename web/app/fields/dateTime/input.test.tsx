import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setPerson } from '#words/screen-formats.ts';
import { renderPiece } from '../../testing/screen.tsx';
import { FieldInput } from '../inputs.tsx';

beforeEach(() => setPerson({ timeZone: 'Asia/Kathmandu' }));
afterEach(() => setPerson({}));

function show(first: string) {
  let held: unknown = first;
  function Held() {
    const [value, setValue] = useState<unknown>(first);
    held = value;
    return <FieldInput definition={{ type: 'dateTime', label: 'Date' }} value={value} onChange={setValue} />;
  }
  renderPiece(<Held />);
  return { field: screen.getByLabelText<HTMLInputElement>('Date'), held: () => held };
}

it('is asked for at the time of the zone that the person has chosen, which dates are shown in', () => {
  const { field, held } = show('2026-03-01T00:00:00Z');
  expect(field.value).toBe('2026-03-01T05:45');
  fireEvent.change(field, { target: { value: '2026-03-01T06:00' } });
  expect(held()).toBe('2026-03-01T00:15:00.000Z');
  expect(field.value).toBe('2026-03-01T06:00');
});

it('stays as it is typed: a year is one of long ago until its last digit', () => {
  const { field, held } = show('2026-03-01T00:00:00Z');
  for (const year of ['0002', '0020', '0202', '2027']) {
    fireEvent.change(field, { target: { value: `${year}-03-01T05:45` } });
    expect(field.value).toBe(`${year}-03-01T05:45`);
  }
  expect(held()).toBe('2027-03-01T00:00:00.000Z');
  fireEvent.change(field, { target: { value: '' } });
  expect(held()).toBeUndefined();
});
