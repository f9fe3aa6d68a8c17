import { expect, it } from 'vitest';
import { HOME, isSought, queryOf, readPlace, writePlace } from './place.ts';

it('is in an address, and what is as usual is not', () => {
  const place = {
    ...HOME,
    folder: 'Summer/Beach',
    q: 'boat',
    view: 'list' as const,
    columns: 'name.alt',
    isAltMissing: true,
    isUnused: true,
    file: '7',
  };
  const address = writePlace(place);
  expect(String(address)).toBe(
    'folder=Summer%2FBeach&q=boat&view=list&columns=name.alt&file=7&alt=missing&used=no',
  );
  expect(readPlace(address)).toEqual(place);
  expect(String(writePlace(HOME))).toBe('');
});

it('takes nonsense in an address for left out', () => {
  const place = readPlace(new URLSearchParams('folder=/a/&sort=colour&view=cinema&type=spoon'));
  expect(place).toEqual({ ...HOME, folder: 'a' });
});

it('asks for what is set and nothing else', () => {
  expect(queryOf(HOME)).toEqual({ folder: '', sort: 'name' });
  const place = { ...HOME, type: 'image' as const, isAltMissing: true };
  expect(queryOf(place)).toEqual({ folder: '', sort: 'name', type: ['image'], 'missing-alt': true });
  expect([isSought(HOME), isSought(place)]).toEqual([false, true]);
});
