import { expect, it } from 'vitest';
import { Words } from './messages.ts';
import { pluralForms } from './plural-forms.ts';
import { sayCount } from './say-count.ts';

it.each([
  ['de', 1234, '1.234 Artikel', { one: ['# Artikel'], other: ['#', ' Artikel'] }],
  [
    'pl',
    22,
    '22 produkty',
    { one: ['1 produkt'], few: ['#', ' produkty'], many: ['#', ' produktów'], other: ['# produktu'] },
  ],
  [
    'pl',
    112,
    '112 produktów',
    { one: ['1 produkt'], few: ['#', ' produkty'], many: ['#', ' produktów'], other: ['# produktu'] },
  ],
  ['ar', 2, 'منتجان', { one: ['منتج'], two: ['منتجان'], few: ['#', ' منتجات'], other: ['#', ' منتج'] }],
  ['fr', 0, '0 article', { one: ['#', ' article'], other: ['#', ' articles'] }],
])('in %s of %d it is %s', (locale, count, said, cases) => {
  const words = new Words(locale, { id: [['count', 'plural', cases]] as never });
  const forms = pluralForms(locale, (number) => words._({ id: 'id', values: { count: number } }));
  expect(sayCount(locale, forms, count)).toBe(said);
  expect(words._({ id: 'id', values: { count } })).toBe(said);
});
