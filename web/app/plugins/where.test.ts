import { describe, expect, it } from 'vitest';
import { answersOf, isAt, isBelow, observed } from './where.ts';

const page = (url: string) => ({ url, title: 'Title' });

describe('where a page is', () => {
  it('is told of its own address and of those above it', () => {
    expect(isAt(page('/boats/tern'), '/boats/tern')).toBe(true);
    expect(isAt(page('/boats/tern'), '/boats')).toBe(false);
    expect(isBelow(page('/boats/tern'), '/boats')).toBe(true);
    expect(isBelow(page('/boats/tern'), '/boat')).toBe(false);
    expect(isBelow(page('/boats'), '/boats')).toBe(false);
    expect(isBelow(page('/boats'), '/')).toBe(false);
    expect(isAt(page('/'), '/')).toBe(true);
  });
});

describe('an observed page', () => {
  it('answers the same, and notes what was asked', () => {
    const { page: seen, asked, wasRead } = observed(page('/boats/tern'));
    expect([isAt(seen, '/boats/tern'), isBelow(seen, '/boats'), isBelow(seen, '/')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(wasRead()).toBe(false);
    expect([...asked]).toEqual(['/boats/tern', '/boats']);
  });

  it.each([
    ['its address', (seen: object) => Reflect.get(seen, 'url')],
    ['its title', (seen: object) => Reflect.get(seen, 'title')],
    ['all of it', (seen: object) => ({ ...seen })],
    ['it as text', (seen: object) => JSON.stringify(seen)],
  ])('notes when somebody reads %s', (_, read) => {
    const { page: seen, wasRead } = observed(page('/boats'));
    const found = read(seen);
    expect(JSON.stringify(found)).toMatch(/boats|Title/);
    expect(wasRead()).toBe(true);
  });
});

describe('answersOf', () => {
  const URLS = ['/', '/a', '/a/b', '/a/b/c', '/ab', '/b', '/b/', '/a b', '//a', ''];

  it('are the same for pages that all questions are answered alike for, and for those alone', () => {
    for (const asked of [[], ['/'], ['/a'], ['/a', '/a/b'], ['/a/b', '/b'], ['/a b', '/a'], ['']]) {
      for (const one of URLS) {
        for (const other of URLS) {
          const said = (url: string) =>
            asked.map((each) => [isAt(page(url), each), isBelow(page(url), each)]);
          const isSame = answersOf(one, new Set(asked)) === answersOf(other, new Set(asked));
          if (isSame) expect(said(one)).toEqual(said(other));
          else if (!`${one}${other}`.includes('//')) expect(said(one)).not.toEqual(said(other));
        }
      }
    }
  });

  it('differ where an address with a comma could be taken for two', () => {
    const asked = new Set(['/a', '/a/b', '/a,/a/b']);
    expect(answersOf('/a,/a/b/x', asked)).not.toBe(answersOf('/a/b/x', asked));
  });
});
