import { describe, expect, it } from 'vitest';
import type { Action } from '../../page/actions/types.ts';
import { pathOf } from './page-api.ts';
import { partsOf } from './parts.ts';
import { resetBench, write } from './testing/bench.ts';

resetBench();

describe('the parts of a long save', () => {
  const many = (count: number): Action[] =>
    Array.from({ length: count }, (_, index) => write('p-one', `${index}`));

  it('hold a thousand actions each, with their versions', () => {
    const parts = partsOf([
      { version: 1, actions: many(700) },
      { version: 2, actions: many(701) },
    ]);
    expect(parts.map((part) => part.map(({ version, actions }) => [version, actions.length]))).toEqual([
      [
        [1, 700],
        [2, 300],
      ],
      [[2, 401]],
    ]);
  });

  it('are not larger than a request may be', () => {
    const large = [write('p-one', 'x'.repeat(900_000)), write('p-two', 'x'.repeat(900_000)), ...many(3)];
    expect(
      partsOf([{ version: 1, actions: [...large, ...large] }]).map((part) => part[0]?.actions.length),
    ).toEqual([5, 5]);
  });

  it('are one even when there is nothing to send', () => {
    expect(partsOf([])).toEqual([[]]);
  });
});

describe('the path of an address', () => {
  it.each([
    ['/caf%C3%A9?x=1', '/café'],
    ['/a/b#c', '/a/b'],
    ['/100%', '/100%'],
  ])('of %s is %s', (address, path) => {
    expect(pathOf(address)).toBe(path);
  });
});
