/** For tests: the props of a view, as a page gives them. */
import type { Fields, Query, ViewProps } from './contract.ts';

interface Given<F extends Fields, Data> {
  ref?: string;
  fields: F;
  data?: Data;
  url?: string;
  title?: string;
  query?: Query;
  position?: number;
}

export function viewProps<F extends Fields, Data = never>(given: Given<F, Data>): ViewProps<F, Data> {
  const { ref = 'test.one', fields, data, url = '/', title = 'Page', query = {}, position = 0 } = given;
  return {
    id: 'p',
    ref,
    fields,
    data,
    position,
    query,
    page: { url, title },
    site: { name: 'Harbour', language: 'en', dir: 'ltr', currency: 'GBP', timeZone: 'Europe/London' },
  };
}
