import { expect, it } from 'vitest';
import { tokenInFragment } from './link-token.ts';

it.each([
  ['#token=abc', { token: 'abc', kind: null }],
  ['#token=a-b_c&kind=email-address', { token: 'a-b_c', kind: 'email-address' }],
  ['#kind=registration&token=abc', { token: 'abc', kind: 'registration' }],
])('reads %s', (hash, found) => expect(tokenInFragment(hash)).toEqual(found));

it.each(['', '#', '#main', '#token=', '#kind=registration', `#token=${'a'.repeat(501)}`])(
  'finds none in %s',
  (hash) => expect(tokenInFragment(hash)).toBeNull(),
);
