import { expect, it } from 'vitest';
import { aFile } from '../testing.ts';
import { bodyOf, changes, clashing, edited } from './edits.ts';

const said = { alt: 'A boat', title: 'Boat', jpegQuality: 70, scopeWhitelist: ['club'] };
const file = aFile('1', { metaData: { folder: '', name: '1.jpg', ...said } });

it('sends what is changed, and of the rest what would be lost otherwise', () => {
  expect(bodyOf(file, { isPublic: false })).toEqual({ isPublic: false });
  expect(bodyOf(file, { alt: 'A ship' })).toEqual({ metaData: { ...said, alt: 'A ship' } });
  const { title, ...rest } = said;
  expect(bodyOf(file, { title: '' })).toEqual({ metaData: rest });
});

it('notices what is no change', () => {
  expect(changes(file, { alt: 'A boat' })).toBe(false);
  expect(changes(file, { focalPoint: { x: 0.2, y: 0.5 } })).toBe(true);
});

it('shows a change before the server has answered', () => {
  const shown = edited(file, { alt: 'A ship', focalPoint: { x: 0, y: 1 } });
  expect([shown.alt, shown.metaData.alt, shown.metaData.focalPoint, shown.metaData.title]).toEqual([
    'A ship',
    'A ship',
    { x: 0, y: 1 },
    'Boat',
  ]);
});

it('clashes only where both have changed the same to something else', () => {
  const theirs = edited(file, { alt: 'A canoe', title: 'Canoe' });
  expect(clashing(file, { alt: 'A ship' }, theirs)).toEqual(['alt']);
  expect(clashing(file, { alt: 'A canoe' }, theirs)).toEqual([]);
  expect(clashing(file, { jpegQuality: 40 }, theirs)).toEqual([]);
});
