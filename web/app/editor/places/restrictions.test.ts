import { describe, expect, it } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import type { FieldLevel, PageState } from '../../page/types.ts';
import { samplePage } from '../sample-page.ts';
import { placeOf } from './places.ts';
import { restrictedPlaces, restrictionAround, restrictionOf } from './restrictions.ts';

function kept(...lists: [nodeId: string, level: FieldLevel, scopeWhitelist: string[]][]): PageState {
  const { page, plugins } = samplePage();
  return applyActions(
    { page, plugins },
    lists.map(([nodeId, level, scopeWhitelist]) => ({
      name: 'NODE_SET_SCOPE_WHITELIST',
      nodeId,
      level,
      scopeWhitelist,
    })),
  );
}

function of({ page }: PageState, nodeId: string) {
  const place = placeOf(page, nodeId);
  if (!place) throw new Error('no such place');
  return { own: restrictionOf(page, place), around: restrictionAround(page, place) };
}

describe('restrictionOf', () => {
  it('is none for what everyone sees', () => {
    expect(of(kept(), 'one').own).toBeUndefined();
    expect(of(kept(['one', 'site', []]), 'one').own).toBeUndefined();
  });

  it('names the list of either level', () => {
    expect(of(kept(['one', 'site', ['club']]), 'one').own).toEqual(['club']);
    expect(of(kept(['one', 'page', ['club']]), 'one').own).toEqual(['club']);
  });

  it('names what is on both lists, where there is anything', () => {
    expect(of(kept(['one', 'site', ['club', 'staff']], ['one', 'page', ['staff']]), 'one').own).toEqual([
      'staff',
    ]);
    expect(of(kept(['one', 'site', ['club']], ['one', 'page', ['staff']]), 'one').own).toEqual([
      'club',
      'staff',
    ]);
  });
});

it('knows the nearest place around that is kept to some', () => {
  const { around } = of(kept(['row', 'site', ['staff']], ['a', 'site', ['club']]), 'one');
  expect([around?.place.node.id, around?.names]).toEqual(['a', ['club']]);
  expect(of(kept(['one', 'site', ['club']]), 'one').around).toBeUndefined();
});

it('finds all of them, in reading order', () => {
  const { page } = kept(['three', 'page', ['club']], ['header', 'site', ['staff']]);
  expect(restrictedPlaces(page).map(({ node }) => node.id)).toEqual(['header', 'three']);
  expect(restrictedPlaces(kept().page)).toEqual([]);
});
