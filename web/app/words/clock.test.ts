import { describe, expect, it } from 'vitest';
import { clockAt, momentAt } from './format.ts';

const ZONES = [
  'UTC',
  'Europe/London',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Apia',
];

describe('clocks', () => {
  it.each([
    ['Europe/London', '2026-07-01T12:30:59.999Z', '2026-07-01T13:30'],
    ['Asia/Kathmandu', '2026-01-31T23:50:00Z', '2026-02-01T05:35'],
    ['America/St_Johns', '2026-01-01T00:10:00Z', '2025-12-31T20:40'],
    ['UTC', '0002-01-31T00:00:00Z', '0002-01-31T00:00'],
  ])('in %s show %s as %s', (zone, moment, clock) => {
    expect(clockAt(new Date(moment), zone)).toBe(clock);
  });

  it.each(ZONES)('in %s name the moment that they show', (zone) => {
    for (const moment of [
      '2026-01-15T00:00:00Z',
      '2026-07-15T23:59:00Z',
      '2026-03-29T00:59:00Z',
      '2026-11-01T09:30:00Z',
    ])
      expect(momentAt(clockAt(new Date(moment), zone), zone)?.toISOString()).toBe(
        new Date(moment).toISOString(),
      );
  });

  it('name the moment after one that they leave out in spring', () => {
    expect(momentAt('2026-03-29T01:30', 'Europe/London')?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  it.each(['', 'tomorrow', '2026-13-01T00:00'])('never show %j', (clock) => {
    expect(momentAt(clock, 'UTC')).toBeUndefined();
  });
});
