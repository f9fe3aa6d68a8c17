import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Marks that style sheets draw: dots, arrows, signs. A screen reader would say each of them. */
const CONTENT = /\bcontent:\s*("[^"]+"|'[^']+')\s*([^;}]*)/g;

it('draws no mark that is read out', () => {
  const sheets = globSync('app/plugins/**/*.css');
  expect(sheets.length).toBeGreaterThan(10);
  const marks = sheets.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(CONTENT)].map(([all, , rest]) => ({
      mark: `${path}: ${all}`,
      rest,
    })),
  );
  expect(marks.length).toBeGreaterThan(3);
  expect(marks.filter(({ rest }) => rest?.trim() !== '/ ""').map(({ mark }) => mark)).toEqual([]);
});
