import { expect, it } from 'vitest';
import type { EcomCategoryOut } from '../../api/generated/index.ts';
import { stepActions } from './branches.ts';

const category = { id: 'c2', parentId: 'c1', position: 1, name: 'Winter' } as EcomCategoryOut;
const labels = (row: Parameters<typeof stepActions>[0]) => stepActions(row).map(({ label }) => label);

it('offers steps where the tree is seen, and none in the list, whose rows above and below are others', () => {
  expect(labels({ ...category, below: 0, isFirst: false, isLast: false })).toEqual([
    'Move up',
    'Move down',
    'Move into the one above',
    'Move out',
  ]);
  expect(labels({ ...category, below: 0, isFirst: true, isLast: true })).toEqual(['Move out']);
  expect(labels(category)).toEqual([]);
});
