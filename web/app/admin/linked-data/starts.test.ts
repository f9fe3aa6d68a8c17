import { expect, it } from 'vitest';
import { filled } from '../../page/linked-data.ts';
import { faultsOf, placeholdersIn, warningsOf } from '../../page/linked-data-check.ts';
import { placeholderValues } from '../../page/linked-data-facts.ts';
import { isObject, type JsonObject } from '../../page/linked-data-types.ts';
import { STARTS, type StartName } from './starts.ts';

const names = Object.keys(STARTS) as StartName[];
const head = {
  title: 'Mugs',
  description: 'Of clay',
  url: 'https://site.example/shop/mugs',
  image: 'https://site.example/m.jpg',
  updatedAt: '2026-01-02T00:00:00Z',
  siteName: 'Willow',
  siteUrl: 'https://site.example/',
  siteLogo: 'https://site.example/l.png',
  siteLanguage: 'en',
};
const saidByPlugins = [
  { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Home' }] },
  {
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } }],
  },
  {
    '@type': 'Product',
    name: 'Mug',
    description: 'Of clay',
    image: ['https://site.example/m.jpg'],
    brand: { '@type': 'Brand', name: 'Willow' },
    offers: [{ '@type': 'Offer', price: '12.00', priceCurrency: 'EUR', availability: 'InStock' }],
  },
  { '@type': 'BlogPosting', author: { '@type': 'Person', name: 'Jane' }, datePublished: '2026-01-01' },
];

it.each(names)('%s can be attached as it is', (name) => {
  const data: JsonObject = STARTS[name].data;
  expect(faultsOf(data)).toEqual([]);
  const told = filled(data, placeholderValues(head, saidByPlugins));
  const lacks = isObject(told) ? warningsOf(told).map(({ path }) => path.join('.')) : ['all'];
  // What nobody but the owner knows.
  const owners = ['address', 'telephone', 'openingHours'];
  expect(lacks).toEqual(name === 'LocalBusiness' ? owners : []);
});

it.each(names)('%s holds no sample that pages would tell', (name) => {
  const texts: string[] = [];
  JSON.stringify(STARTS[name].data, (key, value) => {
    if (typeof value === 'string' && !key.startsWith('@') && value) texts.push(value);
    return value;
  });
  for (const text of texts) expect(placeholdersIn(text)).toHaveLength(1);
});

it.each(['FAQPage', 'BreadcrumbList', 'Product'] as const)(
  '%s says nothing of a page without one',
  (name) => {
    expect(filled(STARTS[name].data, placeholderValues(head, []))).toBeUndefined();
  },
);
