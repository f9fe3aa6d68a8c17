import { useState } from 'react';

/** What of a query decides when its record can be edited. */
export interface RecordQuery<Row> {
  data: Row | undefined;
  isFetching: boolean;
  isFetchedAfterMount: boolean;
}

/**
 * The record that a form begins with, once it has been read anew. What is read later stays outside: with its version
 * the form's older fields would be saved over what somebody else has written meanwhile, without a word. And a form stays
 * that is there, also while the record cannot be read.
 */
export function useRecordToEdit<Row>(id: string | undefined, query: RecordQuery<Row>): Row | undefined {
  const [begun, setBegun] = useState<{ id: string | undefined; record: Row }>();
  if (begun && begun.id === id) return begun.record;
  const { data, isFetching, isFetchedAfterMount } = query;
  if (data === undefined || (isFetching && !isFetchedAfterMount)) return undefined;
  setBegun({ id, record: data });
  return data;
}
