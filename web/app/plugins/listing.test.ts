import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import { unlistedBy } from './listing.ts';

interface Case {
  name: string;
  url: string;
  refs: string[];
  isUnlisted: boolean;
}

/** What tests/content/test_listing_vectors.py holds its twin to. */
const file = new URL('../../../tests/vectors/listing.json', import.meta.url);
const vectors: Case[] = JSON.parse(readFileSync(file, 'utf8'));

it.each(vectors)('$name: left out is $isUnlisted', (vector) => {
  const builder = new PageBuilder();
  const nodes = vector.refs.map((ref) => builder.plugin(ref));
  const own = { id: 'own', type: 'col-unique' as const };
  const page = builder.render([builder.node('layout', own)], { url: vector.url, blocks: { own: { nodes } } });
  expect(unlistedBy(page) !== undefined).toBe(vector.isUnlisted);
});
