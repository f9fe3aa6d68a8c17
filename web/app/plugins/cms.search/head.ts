import type { HeadParts, HeadProps } from '../contract.ts';

/** What somebody searched for is nothing to be found by a search engine: there is no end of such pages. */
export default function head([first]: HeadProps[]): HeadParts {
  return { noIndex: Boolean(first?.query.query) };
}
