import { expect, it } from 'vitest';
import { daysBefore, readAsked, searchOf } from './period.ts';

const read = (search: string) => readAsked(new URLSearchParams(search), '2026-03-01');

it.each([
  ['', { span: 30, start: '2026-01-31', end: '2026-03-01', path: '' }],
  ['days=7', { span: 7, start: '2026-02-23', end: '2026-03-01', path: '' }],
  ['days=8', { span: 30, start: '2026-01-31', end: '2026-03-01', path: '' }],
  ['path=/blog/*', { span: 30, start: '2026-01-31', end: '2026-03-01', path: '/blog/*' }],
  ['path=blog', { span: 30, start: '2026-01-31', end: '2026-03-01', path: '' }],
  ['from=2026-02-01&to=2026-02-03', { span: undefined, start: '2026-02-01', end: '2026-02-03', path: '' }],
  ['from=2026-02-01', { span: 30, start: '2026-01-31', end: '2026-03-01', path: '' }],
])('reads “%s”', (search, asked) => {
  expect(read(search)).toEqual(asked);
});

it.each(['', 'days=90', 'from=2026-02-01&to=2026-02-03', 'days=7&path=%2Fabout'])(
  'writes “%s” as it was read',
  (search) => {
    expect(searchOf(read(search))).toBe(search);
  },
);

it('counts days over leap years and changes of the clock', () => {
  expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
  expect(daysBefore('2026-03-30', 2)).toBe('2026-03-28');
});
