import { expect, it } from 'vitest';
import { readAll } from './read-all.ts';

const named = (count: number, name = 'r') =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}${index}` }));

/** Reads a list that changes before the answers of these numbers. */
async function readChanging(
  list: { id: string }[],
  changes: Record<number, (list: { id: string }[]) => { id: string }[]>,
) {
  let rows = list;
  let answers = 0;
  const found = await readAll(async ({ start, limit }) => {
    rows = changes[answers]?.(rows) ?? rows;
    answers += 1;
    return { data: { results: rows.slice(start, start + limit), total: rows.length } };
  });
  return { ids: found.map(({ id }) => id), rows: rows.map(({ id }) => id), answers };
}

it.each([0, 1, 100, 101, 250])('reads %i records, each once and in order', async (count) => {
  const { ids, rows } = await readChanging(named(count), {});
  expect(ids).toEqual(rows);
});

it('reads what one answer holds once', async () => {
  expect((await readChanging(named(100), {})).answers).toBe(1);
});

it('leaves nothing out where records in front are deleted meanwhile', async () => {
  const { ids, rows } = await readChanging(named(250), { 1: (list) => list.slice(3) });
  expect(ids).toHaveLength(250);
  expect(rows.filter((id) => !ids.includes(id))).toEqual([]);
});

it('leaves nothing out where very many are, and reads anew', async () => {
  const { ids, rows } = await readChanging(named(400), { 1: (list) => list.slice(150) });
  expect(ids).toEqual(rows);
});

it('has nothing twice where records come in front, and has those too', async () => {
  const { ids, rows } = await readChanging(named(250), { 1: (list) => [...named(30, 'new'), ...list] });
  expect(ids).toEqual(rows);
});

it('finds one that moves to the front, where all has been read', async () => {
  const toFront = (list: { id: string }[]) => [...list.slice(-1), ...list.slice(0, -1)];
  const { ids, rows } = await readChanging(named(250), { 1: toFront });
  expect(ids).toEqual(rows);
});

it('says so where a list never stands still', async () => {
  let answers = 0;
  const reading = readAll(async () => {
    answers += 1;
    return { data: { results: named(100, `${answers} `), total: 1000 } };
  });
  await expect(reading).rejects.toThrow('The list kept changing');
});
