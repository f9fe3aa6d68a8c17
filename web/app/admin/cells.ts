/** What the columns of a list say of a record. */
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from './define-resource.ts';

/** What a column's cell shows. */
export function cellOf<Row>({ key, cell }: Column<Row>, row: Row): ReactNode {
  return cell ? cell(row) : valueAt(row, key) || '–';
}

/** The same in plain words; what is drawn otherwise and says no words of its own has none. */
export function textOf<Row>(
  { key, cell, text }: Column<Row>,
  row: Row,
  queryClient: QueryClient,
): string | number | Promise<string | number> {
  if (text) return text(row, queryClient);
  const drawn = cell ? cell(row) : valueAt(row, key);
  return typeof drawn === 'string' || typeof drawn === 'number' ? drawn : '';
}

const valueAt = (row: unknown, key: string) => {
  const value = (row as Record<string, string | number | null | undefined>)[key];
  return typeof value === 'number' ? String(value) : value;
};
