import { t } from '@lingui/core/macro';
import { ProblemError } from './problem.ts';

/** As many as one answer of a list holds. */
const MOST = 100;
/** What a part has of the one before: so many records may be deleted in between, and none is passed over. */
export const COMMON = 20;
const MOST_TIMES = 5;

interface Slice<Row> {
  results: Row[];
  total: number;
}

type Read<Row> = (part: { start: number; limit: number }) => Promise<{ data: Slice<Row> }>;

/** All records of a list, part by part. For what there are few of. */
export const readAll = <Row extends { id: string }>(read: Read<Row>): Promise<Row[]> =>
  readAllBy(({ id }) => id, read);

/**
 * All records of a list, each once, whatever comes and goes while it is read. One that was there all the time is never left
 * out: where that is not certain, all is read once more. Throws ProblemError where the list never stands still.
 */
export async function readAllBy<Row>(idOf: (row: Row) => string, read: Read<Row>): Promise<Row[]> {
  let hasBeenRead = false;
  for (let times = 0; times < MOST_TIMES; times++) {
    const found = await readThrough(idOf, read);
    // What is new or has moved to a place that was passed is found the second time; what comes then came afterwards.
    if (found && (found.isAll || hasBeenRead)) return found.rows;
    hasBeenRead ||= found !== undefined;
  }
  throw new ProblemError(503, { detail: t`The list kept changing while it was read. Try again.` });
}

/** The records from the first to the last; undefined where so many went meanwhile that some may have been passed over. */
async function readThrough<Row>(idOf: (row: Row) => string, read: Read<Row>) {
  const rows = new Map<string, Row>();
  let start = 0;
  let last: string | undefined;
  for (;;) {
    const { results, total } = (await read({ start, limit: MOST })).data;
    const ids = results.map(idOf);
    if (last !== undefined && !ids.includes(last)) return;
    for (const row of results) rows.set(idOf(row), row);
    const end = start + results.length;
    if (results.length === 0 || end >= total) return { rows: [...rows.values()], isAll: rows.size >= total };
    last = ids.at(-1);
    start = Math.max(end - COMMON, start + 1);
  }
}
