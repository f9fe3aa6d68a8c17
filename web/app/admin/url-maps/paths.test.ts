import { expect, it } from 'vitest';
import { pathIn } from './paths.ts';

it.each([
  [' /old ', '/old'],
  ['https://site.example/old', '/old'],
  ['https://site.example.evil.example/', 'https://site.example.evil.example/'],
  ['https://site.example', 'https://site.example'],
  ['https://other.example/old', 'https://other.example/old'],
])('takes the site’s own address off what was pasted: %j', (typed, path) => {
  expect(pathIn(typed, 'https://site.example')).toBe(path);
});
