import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { cellFrom, csvFrom } from './csv.ts';

it.each([
  ['Ash', 'Ash'],
  [7, '7'],
  [-1.5, '-1.5'],
  ['-1.5', '-1.5'],
  ['a, b', '"a, b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1+1', "' =1+1"],
  ['\t=1', '"\'\t=1"'],
  ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
])('%j is written as %s', (value, cell) => {
  expect(cellFrom(value)).toBe(cell);
});

it('writes the heads and the rows, for a spreadsheet', async () => {
  const columns = [
    { key: 'name', header: 'Name', cell: ({ name }: { name: string }) => name },
    { key: 'mark', header: 'Mark', cell: () => null, text: async () => 'yes' },
  ];
  expect(await csvFrom(columns, [{ name: 'Ä' }], new QueryClient())).toBe('\uFEFFName,Mark\r\nÄ,yes\r\n');
});
