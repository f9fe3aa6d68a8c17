import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { cellOf, textOf } from './cells.ts';
import type { Column } from './define-resource.ts';

interface Tree {
  name: string | null;
  height: number;
}

const height: Column<Tree> = { key: 'height', header: 'Height' };
const name: Column<Tree> = { key: 'name', header: 'Name' };
const drawn: Column<Tree> = { key: 'x', header: 'Drawn', cell: () => null };

it.each([
  [name, { name: 'Ash', height: 3 }, 'Ash', 'Ash'],
  [name, { name: null, height: 3 }, '–', ''],
  [name, { name: '', height: 3 }, '–', ''],
  [height, { name: 'Ash', height: 0 }, '0', '0'],
  [drawn, { name: 'Ash', height: 3 }, null, ''],
  [{ ...drawn, text: () => 'told' }, { name: 'Ash', height: 3 }, null, 'told'],
])(
  'a column shows what its record has under its key, or what it draws: %#',
  async (column, row, cell, text) => {
    expect(cellOf(column, row)).toBe(cell);
    expect(await textOf(column, row, new QueryClient())).toBe(text);
  },
);
