import { expect, it } from 'vitest';
import { type LogSource, type Place, Places, readMerged } from './merged-log.ts';
import { ProblemError } from './problem.ts';

const entry = (second: number, id: string): Place => ({
  at: `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`,
  id,
});
const later = (one: Place, other: Place) => `${other.at} ${other.id}`.localeCompare(`${one.at} ${one.id}`);

/** A service as kit has it: what comes after a place, the latest first. */
function source(label: string, entries: Place[], asked: string[] = []): LogSource<Place> {
  const sorted = [...entries].sort(later);
  return {
    label,
    read: async (limit, after) => {
      asked.push(`${label} ${limit} ${after?.id ?? '-'}`);
      const rest = after ? sorted.filter((each) => later(after, each) < 0) : sorted;
      return { results: rest.slice(0, limit), total: entries.length };
    },
  };
}
const away = (label: string, status = 502): LogSource<Place> => ({
  label,
  read: () => Promise.reject(new ProblemError(status, {})),
});

const two = (asked: string[] = []) => [
  source('Pages', [entry(1, 'a'), entry(3, 'c'), entry(3, 'd'), entry(9, 'h')], asked),
  source('Files', [entry(2, 'b'), entry(3, 'e'), entry(4, 'f'), entry(5, 'g')], asked),
];
const ids = (rows: Place[]) => rows.map(({ id }) => id).join('');

it('puts several logs in one order, each entry once, from part to part', async () => {
  let after: Place | undefined;
  let all = '';
  for (let part = 0; part < 4; part++) {
    const { results, total } = await readMerged(two(), 3, after, true);
    expect(total).toBe(8);
    all += ids(results);
    after = results.at(-1) ?? after;
  }
  expect(all).toBe('hgfedcba');
});

it('sorts moments with and without parts of a second', async () => {
  const whole = { at: '2026-01-01T00:00:01Z', id: 'a' };
  const part = { at: '2026-01-01T00:00:01.5Z', id: 'b' };
  const { results } = await readMerged(
    [source('Pages', [whole]), source('Files', [part])],
    2,
    undefined,
    true,
  );
  expect(ids(results)).toBe('ba');
});

it('names a service that is away and shows what the others have', async () => {
  const merged = await readMerged([...two(), away('Shop')], 2, undefined, true);
  expect([ids(merged.results), merged.total, merged.away]).toEqual(['hg', 8, ['Shop']]);
});

it.each([
  [[away('Shop'), away('Pages')], 502],
  [[...two(), away('Shop', 403)], 403],
])('fails where all are away, or where one refuses', async (sources, status) => {
  await expect(readMerged(sources, 2, undefined, true)).rejects.toMatchObject({ status });
});

it('reads a part by the end of the one before, and walks to one that a link leads to', async () => {
  const places = new Places();
  const asked: string[] = [];
  const page = async (list: string, start: number) => {
    const read = (limit: number, after: Place | undefined) => readMerged(two(asked), limit, after, true);
    const before = await places.before(
      list,
      start,
      async (limit, after) => (await read(limit, after)).results,
    );
    const { results } = await read(2, before);
    places.note(list, start + results.length, results.at(-1));
    return ids(results);
  };
  expect([await page('all', 0), await page('all', 2), await page('all', 4)]).toEqual(['hg', 'fe', 'dc']);
  expect(asked).toEqual(
    ['-', '-', 'g', 'g', 'e', 'e'].map((id, index) => `${index % 2 ? 'Files' : 'Pages'} 2 ${id}`),
  );
  asked.length = 0;
  expect(await page('another', 6)).toBe('ba');
  expect(asked).toEqual(['Pages 6 -', 'Files 6 -', 'Pages 2 c', 'Files 2 c']);
  expect(await page('another', 20)).toBe('');
});
