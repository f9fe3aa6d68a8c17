import { expect, it } from 'vitest';
import { matching } from './matching.ts';

const all = [
  { label: 'Pages', keywords: 'site content' },
  { label: 'New page' },
  { label: 'Email templates' },
  { label: 'Templates', keywords: 'look css' },
  { label: 'Müller' },
];
const found = (query: string) => matching(all, query).map(({ label }) => label);

it.each([
  ['', ['Pages', 'New page', 'Email templates', 'Templates', 'Müller']],
  ['pa', ['Pages', 'New page']],
  ['page new', ['New page']],
  ['temp', ['Templates', 'Email templates']],
  ['CSS', ['Templates']],
  ['muller', ['Müller']],
  ['MÜL', ['Müller']],
  ['ages', []],
  ['pages nothing', []],
  ['  - ', ['Pages', 'New page', 'Email templates', 'Templates', 'Müller']],
])('“%s” means %j', (query, labels) => {
  expect(found(query)).toEqual(labels);
});
