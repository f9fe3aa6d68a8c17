import { expect, it } from 'vitest';
import type { Change } from './change.ts';
import { emptyHistory, type History, mark, record, stepBack } from './history.ts';

const changeOf = (id: string, more: Partial<Change> = {}): Change => ({
  id,
  version: 7,
  label: id,
  actions: [],
  inverse: [],
  startedAt: 0,
  endedAt: 0,
  ...more,
});
const typing = (id: string) => changeOf(id, { mergeKey: 'text' });
const recorded = (...changes: Change[]): History =>
  changes.reduce((history, change) => record(history, change).history, emptyHistory);
const ids = (changes: readonly Change[]) => changes.map(({ id }) => id);

it('forgets the oldest steps one by one', () => {
  const all = Array.from({ length: 502 }, (_, index) => changeOf(String(index)));
  const { past } = recorded(...all);
  expect([past.length, past[0]?.id, past.at(-1)?.id]).toEqual([500, '2', '501']);
});

it('begins a step anew behind a mark, and after one was taken back', () => {
  expect(ids(recorded(typing('a'), typing('b')).past)).toEqual(['a']);
  expect(ids(record(mark(recorded(typing('a'))), typing('b')).history.past)).toEqual(['a', 'b']);
  const back = stepBack(recorded(typing('a'), changeOf('b')));
  const { past, future } = record(back?.history ?? emptyHistory, typing('c')).history;
  expect([ids(past), ids(future)]).toEqual([['a', 'c'], []]);
});

it('redoes what was sent on the version that it was taken back at, and what was not on its own', () => {
  const history = recorded(changeOf('a'));
  expect(stepBack(history, 9)?.history.future[0]?.version).toBe(9);
  expect(stepBack(history)?.history.future[0]?.version).toBe(7);
});
