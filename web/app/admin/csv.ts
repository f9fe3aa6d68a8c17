/** A list as a CSV file, for a spreadsheet: of everything that is found, not only of the part on the screen. */
import type { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '../api/problem.ts';
import { readAllBy } from '../api/read-all.ts';
import { awayInWords } from './away-note.tsx';
import { textOf } from './cells.ts';
import type { Column, FilterValues, ListParams, Resource } from './define-resource.ts';

/** A spreadsheet takes what begins so as a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@\t\r|%]/;
const PLAIN_NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** A value as one cell. A text that a spreadsheet would reckon with begins with an apostrophe, which it does not show. */
export function cellFrom(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export async function csvFrom<Row>(
  columns: Column<Row>[],
  rows: Row[],
  queryClient: QueryClient,
): Promise<string> {
  const lines = [columns.map(({ header }) => cellFrom(header))];
  for (const row of rows) {
    const texts = await Promise.all(columns.map((column) => textOf(column, row, queryClient)));
    lines.push(texts.map(cellFrom));
  }
  // Spreadsheets tell UTF-8 by the mark at its beginning.
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** Every row that the search and the filters find, in the list's order. */
export function readAllRows<Row>(
  queryClient: QueryClient,
  resource: Resource<Row>,
  params: ListParams,
  filters: FilterValues,
): Promise<Row[]> {
  return readAllBy(resource.idOf, async (part) => {
    const list = resource.list({ ...params, ...part }, filters);
    const data = await queryClient.fetchQuery({ ...list, staleTime: 0 });
    // A file that lacks something does not say so.
    if (data.away?.length) throw new ProblemError(503, { detail: awayInWords(data.away) });
    return { data };
  });
}

export function saveCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  saveFrom(address, `${name}.csv`);
  URL.revokeObjectURL(address);
}

/** Has the browser save what is at an address. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
