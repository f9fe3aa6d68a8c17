/** Records of one kind that each service has its own of, as one list. */
import { t } from '@lingui/core/macro';
import { ProblemError } from './problem.ts';

export interface Params {
  start: number;
  limit: number;
  /** As the services have it: `-` before one that is descending. */
  sort: string;
}

export interface Part<Row> {
  results: Row[];
  total: number;
}

export interface Source<Row> {
  /** What the service is called, said where it is away. */
  label: string;
  read: (params: Params) => Promise<Part<Row>>;
}

/** As many as one answer holds. */
const MOST = 100;

/** One part of all sources together. `keyOf` gives what the services sort by. */
export async function readTogether<Row>(
  sources: Source<Row>[],
  { start, limit, sort }: Params,
  keyOf: (row: Row) => string,
): Promise<Part<Row> & Pick<Params, 'start' | 'limit'>> {
  const found = await Promise.all(
    sources.map(({ label, read }) =>
      readFirst(read, start + limit, sort).catch((error: unknown) => {
        throw namedAfter(label, error);
      }),
    ),
  );
  const sign = sort.startsWith('-') ? -1 : 1;
  const sorted = found
    .flatMap(({ results }) => results)
    .sort((one, other) => sign * (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other))));
  const total = found.reduce((sum, part) => sum + part.total, 0);
  return { results: sorted.slice(start, start + limit), total, start, limit };
}

/** The first of one source: what of all comes first is among them. */
async function readFirst<Row>(read: Source<Row>['read'], count: number, sort: string): Promise<Part<Row>> {
  const results: Row[] = [];
  for (;;) {
    const limit = Math.min(MOST, count - results.length);
    const part = await read({ start: results.length, limit, sort });
    results.push(...part.results);
    if (results.length >= Math.min(count, part.total) || part.results.length === 0)
      return { results, total: part.total };
  }
}

/** A service that is away hides the others' records from the whole list: the words say which one it is. */
function namedAfter(label: string, error: unknown): unknown {
  if (!(error instanceof ProblemError) || !error.isUnreachable) return error;
  const detail = t`“${label}” is not answering. Choose another service.`;
  return new ProblemError(error.status, { title: error.title, detail, requestId: error.requestId });
}
