import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import mantine from './mantine.css?raw';
import tokens from './tokens.css?raw';

const require = createRequire(import.meta.url);
const own = tokens + mantine;
const imported = [...own.matchAll(/@import '(@mantine[^']+)'/g)]
  .map(([, path]) => readFileSync(require.resolve(path as string), 'utf8'))
  .join();

it('answers every variable that the imported stylesheets ask for', () => {
  const asked = new Set([...imported.matchAll(/var\((--mantine-[\w-]+)\s*\)/g)].map(([, name]) => name));
  const answered = new Set([...own.matchAll(/^\s*(--mantine-[\w-]+):/gm)].map(([, name]) => name));
  // Set by tokens.css directly, as `color-scheme`.
  answered.add('--mantine-color-scheme');
  expect(asked.size).toBeGreaterThan(30);
  expect([...asked].filter((name) => !answered.has(name))).toEqual([]);
});
