/** The record that the palette offers the actions of: the one whose screen is open, or whose row of a list has the keyboard. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isOpenable, type Resource } from '../define-resource.ts';
import { isOwnScreen } from '../define-screen.ts';
import { type AnyResource, findEntry, loadedScreen } from '../resources.ts';

export interface RecordAtHand {
  resource: AnyResource;
  record: unknown;
}

let listed: { resource: AnyResource; rows: readonly unknown[] } | undefined;

/** Says which rows a list shows, as long as it does. */
export function useListedRows<Row>(resource: Resource<Row>, rows: readonly Row[] = []): void {
  useEffect(() => {
    listed = { resource, rows };
    return () => {
      listed = undefined;
    };
  }, [resource, rows]);
}

/** Asked before the palette takes the keyboard. */
export function rowWithKeyboard(): RecordAtHand | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (!listed || id === undefined) return undefined;
  const { resource, rows } = listed;
  const record = rows.find((row) => resource.idOf(row) === id);
  return record === undefined ? undefined : { resource, record };
}

/** The record whose screen is open, as the screen has read it; undefined until it has. */
export function useOpenRecord(): RecordAtHand | undefined {
  const { pathname } = useLocation();
  const { entry, id } = findEntry(pathname) ?? {};
  const screen = entry && id !== undefined && id !== 'new' ? loadedScreen(entry) : undefined;
  const resource = screen && !isOwnScreen(screen) && isOpenable(screen) ? screen : undefined;
  const query = resource && id !== undefined ? resource.get(id) : undefined;
  const { data: record } = useQuery(query ?? { queryKey: ['palette', 'no record'], queryFn: skipToken });
  return resource && record !== undefined ? { resource, record } : undefined;
}
