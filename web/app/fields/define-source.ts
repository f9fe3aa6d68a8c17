/** What records can be chosen from: fields/sources/<name>.ts, found by glob. */
import type { UseQueryOptions } from '@tanstack/react-query';

// biome-ignore lint/suspicious/noExplicitAny: the options vary in key and error, which the picker does not read
type Query<Data> = UseQueryOptions<any, any, Data, any>;

export interface Source<Row> {
  /** What several are called: `Brands`. */
  many: string;
  /** The records with these words, a handful; of a tree all of them, from the top down. */
  /** `total`: how many there are where not all are among the results. */
  search: (words: string) => Query<{ results: Row[]; total?: number }>;
  get: (id: string) => Query<Row>;
  idOf: (row: Row) => string;
  labelOf: (row: Row) => string;
  /** A second, quieter line. */
  hintOf?: (row: Row) => string | undefined;
  /** The scopes of those who see it; none where everyone does. */
  audienceOf?: (row: Row) => readonly string[];
  /** What it stands below: the records are a tree. */
  parentOf?: (row: Row) => string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: each source has its own row; the picker passes rows through unread
export type AnySource = Source<any>;

export function defineSource<Row>(source: Source<Row>): Source<Row> {
  return source;
}
