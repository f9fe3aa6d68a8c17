import { describe, expect, it } from 'vitest';
import { parsedCatalogue } from '../../vite.words.ts';
import { Words } from './messages.ts';

/** A catalogue as the build makes it of a translator's file. */
async function catalogue(messages: Record<string, string>) {
  const lines = Object.entries(messages).map(
    ([id, text]) => `#. js-lingui-explicit-id\nmsgid "${id}"\nmsgstr "${text}"`,
  );
  return (await parsedCatalogue(['msgid ""\nmsgstr ""', ...lines].join('\n\n'))) as Words['messages'];
}

const PLURAL = '{count, plural, =0 {nichts} one {# Seite von {name}} other {# Seiten von {name}}}';

describe('words', () => {
  it('are the catalogue’s, and the English of where they are said for what it lacks', async () => {
    const { _ } = new Words('de', await catalogue({ a: 'Guten Tag, {name}' }));
    expect(_({ id: 'a', message: ['Hello, ', ['name']], values: { name: 'Zoë' } })).toBe('Guten Tag, Zoë');
    expect(_({ id: 'b', message: ['Hello, ', ['name']], values: { name: 0 } })).toBe('Hello, 0');
    expect(_({ message: ['Hello, ', ['name'], '!'] })).toBe('Hello, !');
    expect(_({ id: 'b' })).toBe('b');
  });

  it.each([
    [0, 'nichts'],
    [1, '1 Seite von A#'],
    [1234, '1.234 Seiten von A#'],
  ])('count %d', async (count, expected) => {
    const { _ } = new Words('de', await catalogue({ a: PLURAL }));
    expect(_({ id: 'a', values: { count, name: 'A#' } })).toBe(expected);
  });

  it('count what is left once some are named', async () => {
    const text = '{count, plural, offset:1 =1 {Ann} one {Ann und # weitere} other {Ann und # weitere}}';
    const { _ } = new Words('de', await catalogue({ a: text }));
    expect([1, 2, 3].map((count) => _({ id: 'a', values: { count } }))).toEqual([
      'Ann',
      'Ann und 1 weitere',
      'Ann und 2 weitere',
    ]);
  });

  it.each(['{when, date, short}', '{count, plural, other {{how, select, a {A} other {B}}}}'])(
    'end the build with a message that they could not say: %s',
    async (text) => {
      await expect(catalogue({ a: text })).rejects.toThrow('there are plurals alone');
    },
  );
});
