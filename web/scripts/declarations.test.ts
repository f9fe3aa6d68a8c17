import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  CATALOGUE,
  CURRENCIES,
  catalogue,
  currencies,
  KINDS,
  kinds,
  LINKED_DATA,
  linkedData,
  PARAMETERS,
  parameters,
  TYPES,
  types,
} from './declarations.ts';

it('the plugin catalogue is up to date: otherwise run `npm run declarations`', async () => {
  expect(await readFile(CATALOGUE, 'utf8')).toBe(await catalogue());
});

it('a plugin that shows what its address names says whose names they are', async () => {
  const named = JSON.parse(await catalogue()).filter(({ namedBy }: { namedBy?: object }) => namedBy);
  expect(named.map(({ ref }: { ref: string }) => ref)).toContain('ecom.product');
  for (const { ref, dataFrom } of named) expect(dataFrom, ref).toBeDefined();
});

it('the types of fields are up to date: otherwise run `npm run declarations`', async () => {
  expect(await readFile(TYPES, 'utf8')).toBe(await types());
});

it('what is known of schema.org is up to date: otherwise run `npm run declarations`', async () => {
  expect(await readFile(LINKED_DATA, 'utf8')).toBe(await linkedData());
});

it('the digits of currencies are up to date: otherwise run `npm run declarations`', async () => {
  expect(await readFile(CURRENCIES, 'utf8')).toBe(await currencies());
});

it('the kinds of questions of contact forms are up to date: otherwise run `npm run declarations`', async () => {
  expect(await readFile(KINDS, 'utf8')).toBe(await kinds());
});

it('the parameters that a cache in front goes by are up to date: otherwise run `npm run declarations`', async () => {
  expect(await readFile(PARAMETERS, 'utf8')).toBe(await parameters());
  // They stand in a regular expression there.
  for (const name of (await parameters()).trim().split('\n')) expect(name).toMatch(/^[a-z-]+$/);
});
