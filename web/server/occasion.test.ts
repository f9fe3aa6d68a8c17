import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { occasionOf } from './occasion.ts';

const of = (headers: Record<string, string>) => occasionOf({ headers } as unknown as IncomingMessage);

describe('occasionOf', () => {
  it.each([
    [{ 'sec-purpose': 'prefetch' }, true],
    [{ 'sec-purpose': 'prefetch;prerender' }, true],
    [{ purpose: 'prefetch' }, true],
    [{ purpose: 'prefetched' }, undefined],
    [{}, undefined],
  ])('knows by %j whether somebody has asked for the page', (headers, expected) => {
    expect(of(headers).isPrefetch).toBe(expected);
  });

  it('knows whether a script asks, which leaves redirects to its browser', () => {
    expect(of({ 'sec-fetch-dest': 'empty' })).toEqual({ isFetched: true });
    expect(of({ 'sec-fetch-dest': 'document' })).toEqual({});
  });

  it('passes on where a request comes from', () => {
    expect(of({ 'x-forwarded-for': '192.0.2.7, 10.0.0.1' })).toEqual({ forwardedFor: '192.0.2.7, 10.0.0.1' });
  });
});
