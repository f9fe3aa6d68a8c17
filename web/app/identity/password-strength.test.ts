import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it.each([
  ['', 0],
  ['short', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['12345678901', 1],
  ['password2024', 1],
  ['blueriver42', 2],
  ['correct horse bat', 3],
  ['three quiet unrelated words', 4],
  ['żółć gęślą jaźń się śni', 4],
])('%s scores %i', (password, score) => {
  expect(passwordStrength(password).score).toBe(score);
});

it('says how much is missing', () => {
  expect(passwordStrength('ninechars').hint).toBe('1 more character needed.');
  expect(passwordStrength('eight ch').hint).toBe('2 more characters needed.');
});
