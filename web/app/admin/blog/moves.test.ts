import { describe, expect, it } from 'vitest';
import type { Category } from '../../api/blog.ts';
import { dropped, type Side, type Step, stepped } from './moves.ts';

const category = (id: string, parentId: string | null, position: number) =>
  ({ id, parentId, position, name: id }) as Category;

/** a, b with c and d below it, e. */
const all = [
  category('e', null, 2),
  category('d', 'b', 1),
  category('a', null, 0),
  category('b', null, 1),
  category('c', 'b', 0),
];
const one = (id: string) => all.find((each) => each.id === id) as Category;

describe('a step', () => {
  it.each<[string, Step, [string | null, number] | undefined]>([
    ['b', 'up', [null, 0]],
    ['a', 'up', undefined],
    ['a', 'down', [null, 1]],
    ['e', 'down', undefined],
    ['e', 'in', ['b', 2]],
    ['d', 'in', ['c', 0]],
    ['c', 'in', undefined],
    ['d', 'out', [null, 2]],
    ['a', 'out', undefined],
  ])('takes %s %s', (id, step, place) => {
    expect(stepped(all, one(id), step)).toEqual(place && { parentId: place[0], position: place[1] });
  });
});

describe('dropping', () => {
  it.each<[string, string, Side, [string | null, number] | undefined]>([
    ['e', 'a', 'before', [null, 0]],
    ['a', 'b', 'after', [null, 1]],
    ['a', 'c', 'after', ['b', 1]],
    ['a', 'b', 'inside', ['b', 2]],
    ['b', 'c', 'inside', undefined],
    ['b', 'b', 'after', undefined],
    ['a', 'b', 'before', undefined],
  ])('puts %s at %s, %s', (id, target, side, place) => {
    const found = dropped(all, one(id), one(target), side);
    expect(found).toEqual(place && { parentId: place[0], position: place[1] });
  });
});
