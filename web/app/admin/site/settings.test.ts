import { describe, expect, it } from 'vitest';
import bold from '../../../../services/content/content/templates/bold/shared.scss?raw';
import standard from '../../../../services/content/content/templates/default/shared.scss?raw';
import editorial from '../../../../services/content/content/templates/editorial/shared.scss?raw';
import { isPlain, readSettings, SETTING_NAMES, type SettingName, writeSettings } from './settings.ts';

const region = (...lines: string[]) => ['// settings', ...lines, '// end of settings', ''].join('\n');

/** Numbers that look like chance and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it.each([
  ['default', standard],
  ['editorial', editorial],
  ['bold', bold],
])('reads every setting of the template %s', (_, scss) => {
  expect(Object.keys(readSettings(scss))).toEqual(SETTING_NAMES);
});

describe('what is read', () => {
  it.each<[string, string]>([
    ['an expression', region('$accent: color.mix(red, blue);')],
    ['a variable', region('$accent: $brand;')],
    ['a value with a flag', region('$accent: #fff !default;')],
    ['a name that is no colour', region('$accent: greenish;')],
    ['two values', region('$accent: red;', '$accent: blue;')],
    ['two values on a line', region('$accent: red; $accent: blue;')],
    ['a value that is given again further down', `${region('$accent: red;')}\n$accent: blue;`],
    ['a value on the next line', region('$accent:', '  red;')],
    ['a line in a block comment', region('/* was:', '$accent: red;', '*/')],
    ['a region without an end', '// settings\n$accent: red;\n'],
    ['a region in a block comment', `/*\n${region('$accent: red;')}*/`],
    ['a line outside of the region', `$accent: red;\n${region()}`],
    ['another case of the name', region('$Accent: red;')],
  ])('%s is its author’s', (_, scss) => {
    expect(readSettings(scss)).toEqual({});
    expect(writeSettings(scss, { accent: '#123456' })).toBe(scss);
  });

  it('takes a line as people write it', () => {
    const scss =
      '/* // settings */\r\n  // settings\r\n\t$heading_font :  \'Lora\', serif ; // ; "note"\r\n// end of settings';
    expect(readSettings(scss)).toEqual({ 'heading-font': "'Lora', serif" });
    expect(writeSettings(scss, { 'heading-font': '"Inter", sans-serif' })).toBe(
      scss.replace("'Lora', serif", '"Inter", sans-serif'),
    );
    const commented = region('/* one */ /* two', '$accent: red;', '*/', "$ground: #fff; // don't");
    expect(readSettings(commented)).toEqual({ ground: '#fff' });
  });
});

const ODD = [
  ...[
    '#fff; } body { color: red',
    '#fff\n$x: 1',
    '"a"; $x: 1',
    '"a" /* ',
    '"a" // ',
    '1; @import "x"',
    '#{1+1}',
    '"#{1}"',
  ],
  ...[
    '"a\\"',
    '\'a"',
    'url(x)',
    '// end of settings',
    '1rem\r$a: b',
    '1rem\u2028$a: b',
    '"a", b}',
    '',
    ' ',
    '$accent',
    '$&',
  ],
];
const GOOD: Record<string, string[]> = {
  colour: ['#123456', '#ABC', 'teal'],
  font: ['"Source Serif 4", serif', "'Lora'", '"Über Grotesk", "Inter", sans-serif'],
  number: ['1', '0.85', '700'],
  rem: ['0rem', '1.0625rem'],
  scheme: ['automatic', 'always', 'never'],
};

describe('what is written', () => {
  it('changes the value alone, and only to one that stays on its line', () => {
    const random = numbers(8);
    const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
    const texts = [
      standard,
      editorial,
      bold,
      standard.replaceAll('\n', '\r\n'),
      `@charset "utf-8";\n${bold}\n// $accent`,
    ];
    const values = [...ODD, ...Object.values(GOOD).flat()];
    let written = 0;
    for (let round = 0; round < 800; round++) {
      const name = pick(SETTING_NAMES);
      const before = pick(texts);
      const value = pick(values) + (random(4) ? '' : pick(ODD));
      const after = writeSettings(before, { [name]: value });
      const was = readSettings(before);
      if (!isPlain(name, value)) {
        expect(after).toBe(before);
        continue;
      }
      written += 1;
      expect(readSettings(after)).toEqual({ ...was, [name]: value });
      expect(writeSettings(after, { [name]: was[name] })).toBe(before);
      expect(after.length - before.length).toBe(value.length - (was[name] ?? '').length);
    }
    expect(written).toBeGreaterThan(60);
  });

  it('takes several at once, and what is the same leaves the text as it is', () => {
    const changes = { ground: '#000000', accent: '#abcdef', radius: '2rem' };
    expect(readSettings(writeSettings(bold, changes))).toEqual({ ...readSettings(bold), ...changes });
    expect(writeSettings(bold, readSettings(bold))).toBe(bold);
  });

  it.each(ODD)('has no plain value in %j', (value) => {
    expect(SETTING_NAMES.filter((name: SettingName) => isPlain(name, value))).toEqual([]);
  });
});
