import { describe, expect, it } from 'vitest';
import { type Claims, hasScope, hasScopePrefix, isCurrent, parseClaims } from './claims.ts';

const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const holding = (...scopes: string[]): Claims => ({
  sub: 'p',
  user: 'u',
  exp: inAnHour,
  scopes,
  timezone: 'UTC',
});

describe('parseClaims', () => {
  it('reads what a login stored', () => {
    expect(parseClaims(JSON.stringify(holding('editor')))).toEqual(holding('editor'));
  });

  it.each([null, '', '{', '7', 'null', '{"sub":"p"}', '{"sub":"p","exp":"soon","scopes":[]}'])(
    'takes nobody from %s',
    (text) => expect(parseClaims(text)).toBeNull(),
  );
});

describe('isCurrent', () => {
  it('needs a sub and an expiry to come', () => {
    expect(isCurrent(holding())).toBe(true);
    expect(isCurrent({ ...holding(), sub: '' })).toBe(false);
    expect(isCurrent(holding(), inAnHour * 1000)).toBe(false);
    expect(isCurrent(null)).toBe(false);
  });
});

describe('hasScope', () => {
  it.each([
    [['editor'], ['editor'], true],
    [['crm:read'], ['editor', 'crm:read'], true],
    [['crm:read'], ['editor'], false],
    [[], ['editor'], false],
    [['editor'], [], false],
    [['admin'], ['ecom:write'], true],
    [['admin'], ['super'], false],
    [['super'], ['super'], true],
    [['super'], ['editor'], true],
  ])('holding %j, wanting any of %j: %s', (held, wanted, passes) => {
    expect(hasScope(holding(...held), wanted)).toBe(passes);
  });

  it('takes neither super nor admin for another scope when strict', () => {
    expect(hasScope(holding('super'), ['editor'], { strict: true })).toBe(false);
    expect(hasScope(holding('admin'), ['editor'], { strict: true })).toBe(false);
    expect(hasScope(holding('editor'), ['editor'], { strict: true })).toBe(true);
  });

  it('is false once the claims have run out', () => {
    expect(hasScope({ ...holding('super'), exp: 1 }, ['editor'])).toBe(false);
  });
});

it('hasScopePrefix finds any scope of an area', () => {
  expect(hasScopePrefix(holding('crm:read'), 'crm:')).toBe(true);
  expect(hasScopePrefix(holding('ecom:read'), 'crm:')).toBe(false);
  expect(hasScopePrefix(holding('admin'), 'crm:')).toBe(true);
});
