import { describe, expect, it } from 'vitest';
import type { ScopeRecord } from '../../api/scopes.ts';
import type { UserRecord } from '../../api/users.ts';
import { claimsWith } from '../../testing/screen.tsx';
import { isSameSet, mayAdminister, scopeOffers } from './powers.ts';

const scopes = ['admin', 'club', 'crm:read', 'editor', 'super'].map(
  (name) => ({ name, description: '', requiresSecondFactor: false }) as ScopeRecord,
);
const user = (...held: string[]) => ({ id: 'u', scopes: held }) as UserRecord;

interface Setting {
  as?: string[];
  held?: string[];
  hasCRM?: boolean;
  isOwn?: boolean;
}

const offered = ({ as = ['admin'], held = [], hasCRM = true, isOwn = false }: Setting) =>
  scopeOffers(scopes, { claims: claimsWith(...as), hasCRM, held, isOwn }).map(({ scope, locked }) =>
    locked ? `${scope.name}!` : scope.name,
  );

describe('scopeOffers', () => {
  it('offers an administrator everything but super', () => {
    expect(offered({})).toEqual(['admin', 'club', 'crm:read', 'editor']);
  });

  it('offers a super everything', () => {
    expect(offered({ as: ['super'] })).toEqual(['admin', 'club', 'crm:read', 'editor', 'super']);
  });

  it('shows what is held and cannot be taken away, locked', () => {
    expect(offered({ held: ['super'] })).toContain('super!');
  });

  it('hides crm: from a site without the area, held or not', () => {
    expect(offered({ hasCRM: false, held: ['crm:read'] })).not.toContain('crm:read');
  });

  it('locks what nobody takes from themselves, but not what they may give themselves', () => {
    expect(offered({ as: ['super'], held: ['super'], isOwn: true })).toEqual([
      'admin',
      'club',
      'crm:read',
      'editor',
      'super!',
    ]);
  });
});

it.each([
  [['admin'], ['editor'], true],
  [['admin'], ['admin'], true],
  [['admin'], ['super'], false],
  [['super'], ['super'], true],
  [['editor'], [], false],
])('mayAdminister: %j for one with %j is %s', (as, held, expected) => {
  expect(mayAdminister(claimsWith(...as), user(...held))).toBe(expected);
});

it('isSameSet minds no order', () => {
  expect(isSameSet(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(isSameSet(['a'], ['a', 'b'])).toBe(false);
  expect(isSameSet(['a', 'c'], ['a', 'b'])).toBe(false);
});
