/** Logs that several services keep, read as one: by time, each part from where the one before ended. */
import { ProblemError } from './problem.ts';

/** Where an entry stands in the log of all. */
export interface Place {
  at: string;
  id: string;
}

export interface LogPart<Row> {
  results: Row[];
  total: number;
}

export interface LogSource<Row> {
  /** What the service is called, said where it is away. */
  label: string;
  /** As many as `limit` of what comes after a place, or of the beginning. */
  read: (limit: number, after: Place | undefined) => Promise<LogPart<Row>>;
}

export interface MergedPart<Row> extends LogPart<Row> {
  /** The services that did not answer: what they have is not among the results. */
  away: string[];
}

/** As many as one answer holds. */
const MOST = 100;

/** Services give moments with or without parts of a second; without the zone's letter they sort as texts. */
const keyOf = ({ at, id }: Place) => `${at.replace(/(?:Z|\+00:00)$/, '')} ${id}`;

/**
 * The next `limit` of all sources after a place. A source that is away is named and left out; ProblemError of the first
 * where all are.
 */
export async function readMerged<Row extends Place>(
  sources: LogSource<Row>[],
  limit: number,
  after: Place | undefined,
  isDescending: boolean,
): Promise<MergedPart<Row>> {
  const answers = await Promise.allSettled(sources.map(({ read }) => read(limit, after)));
  const away: string[] = [];
  const found: LogPart<Row>[] = [];
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 'fulfilled') found.push(answer.value);
    else if (answer.reason instanceof ProblemError && answer.reason.isUnreachable)
      away.push(sources[index]?.label ?? '');
    else throw answer.reason;
  }
  const [first] = answers;
  if (found.length === 0 && first?.status === 'rejected') throw first.reason;
  const sign = isDescending ? -1 : 1;
  const results = found
    .flatMap((part) => part.results)
    .sort((one, other) => sign * (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other))))
    .slice(0, limit);
  return { results, total: found.reduce((sum, part) => sum + part.total, 0), away };
}

/**
 * Where the parts of one list begin. A list that is paged through asks for each part by the end of the one before; a part
 * whose beginning nobody has read yet, as by a link, is walked to.
 */
export class Places {
  #list = '';
  #known = new Map<number, Place>();

  /** The end of what comes before `start`. `walk` reads on from a place, as many as it is told. */
  async before(
    list: string,
    start: number,
    walk: (limit: number, after: Place | undefined) => Promise<Place[]>,
  ): Promise<Place | undefined> {
    // What is new since is at the beginning: the parts after it are others then.
    if (start === 0 || list !== this.#list) {
      this.#list = list;
      this.#known = new Map();
    }
    let at = Math.max(0, ...[...this.#known.keys()].filter((each) => each <= start));
    let place = this.#known.get(at);
    while (at < start) {
      const passed = await walk(Math.min(MOST, start - at), place);
      place = passed.at(-1) ?? place;
      at += passed.length;
      if (passed.length === 0) break;
      this.note(list, at, place);
    }
    return place;
  }

  /** What is at `start` comes after `place`. */
  note(list: string, start: number, place: Place | undefined): void {
    if (place && list === this.#list) this.#known.set(start, { at: place.at, id: place.id });
  }
}
