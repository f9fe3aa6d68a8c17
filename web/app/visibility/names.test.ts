import { describe, expect, it } from 'vitest';
import { asLabel, goneFrom, inWords, LOGGED_IN, offersOf, toggled, whyGone } from './names.ts';

const known = ['admin', 'club', 'crm:read', 'editor', 'super'].map((name) => ({
  name,
  description: `About ${name}`,
  isBuiltIn: name !== 'club',
}));
const offered = (chosen: string[], hasCRM = false, isComplete = true) =>
  offersOf(chosen, known, { hasCRM, isComplete });
const names = (chosen: string[], hasCRM?: boolean) => offered(chosen, hasCRM).map(({ name }) => name);

describe('offersOf', () => {
  it('offers all who are logged in, and the scopes of the site’s own', () => {
    expect(names([])).toEqual([LOGGED_IN, 'club']);
    expect(names(['editor'])).toEqual([LOGGED_IN, 'club', 'editor']);
    expect(offered(['club'])[1]).toEqual({
      name: 'club',
      description: 'About club',
      isChosen: true,
      isGone: false,
    });
  });

  it('hides the names of an area that the site has not', () => {
    expect(names(['crm:read'])).not.toContain('crm:read');
    expect(names(['crm:read'], true)).toContain('crm:read');
  });

  it('keeps what is on the list and no scope any more', () => {
    const gone = offered(['old', 'club', 'admin']).filter(({ isChosen }) => isChosen);
    expect(gone.map(({ name, isGone }) => [name, isGone])).toEqual([
      ['admin', false],
      ['club', false],
      ['old', true],
    ]);
  });

  it('calls nothing gone while not all scopes are known', () => {
    expect(offered(['old'], false, false).find(({ name }) => name === 'old')?.isGone).toBe(false);
  });
});

describe('goneFrom', () => {
  it('names those that are no scopes any more', () => {
    expect(goneFrom(['old', 'club', 'older'], { known, isComplete: true })).toEqual(['old', 'older']);
    expect(goneFrom(['old'], { known, isComplete: false })).toEqual([]);
    expect(goneFrom([LOGGED_IN], { known, isComplete: true })).toEqual([]);
  });

  it.each([
    [[], ''],
    [['old'], '“old” is no longer a scope of this site, so it gives nobody access.'],
    [['old', 'older'], '“old” and “older” are no longer scopes of this site, so they give nobody access.'],
  ])('of %j says "%s"', (gone, words) => {
    expect(whyGone(gone)).toBe(words);
  });
});

describe('toggled', () => {
  it('leaves the rest as it was, what is not shown included', () => {
    expect(toggled(['old', 'crm:read'], 'club', true)).toEqual(['old', 'crm:read', 'club']);
    expect(toggled(['old', 'crm:read', 'club'], 'club', false)).toEqual(['old', 'crm:read']);
    expect(toggled(['club'], 'club', true)).toEqual(['club']);
  });
});

describe('inWords', () => {
  it.each([
    [undefined, ''],
    [[], ''],
    [['club'], 'club'],
    [[LOGGED_IN], 'logged-in members'],
    [['club', 'staff'], 'club and staff'],
    [['club', 'staff', 'a', 'b'], 'club, staff and 2 more'],
    [['crm:read'], 'some people'],
    [['crm:read', 'club'], 'club and others'],
    [['club', 'crm:read', 'staff'], 'club, staff and 1 more'],
  ])('%j is "%s" where there is no CRM', (chosen, words) => {
    expect(inWords(chosen, false)).toBe(words);
  });

  it('names the CRM’s where there is one', () => {
    expect(inWords(['crm:read'], true)).toBe('crm:read');
  });
});

describe('asLabel', () => {
  it('begins with a capital, and goes on as in a sentence', () => {
    expect(asLabel([LOGGED_IN], false)).toBe('Logged-in members');
    expect(asLabel([LOGGED_IN, 'club'], false)).toBe('Logged-in members and club');
    expect(asLabel(['club', LOGGED_IN], false)).toBe('club and logged-in members');
    expect(asLabel([], false)).toBe('');
  });
});
