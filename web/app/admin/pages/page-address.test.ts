import { expect, it } from 'vitest';
import { addressFrom } from './page-address.ts';

it.each([
  ['About us', '/about-us'],
  ['  Über uns & mehr  ', '/über-uns-mehr'],
  ['What’s new? (2026)', '/whats-new-2026'],
  ['a / b // c', '/a-b-c'],
  ['مرحبا بالعالم', '/مرحبا-بالعالم'],
  ['100% — really', '/100-—-really'],
  ['../../etc', '/etc'],
  ['Special characters ~_=', '/special-characters'],
  ['???', ''],
  ['', ''],
])('%s becomes %s', (title, address) => {
  expect(addressFrom(title)).toBe(address);
});

it('stays within bounds', () => {
  expect(addressFrom('word '.repeat(200)).length).toBeLessThanOrEqual(201);
});
