import { expect, it } from 'vitest';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { outlined, outlinedAt, sharedBy } from './outlined.ts';
import { type Place, placeOf, placesOf } from './places.ts';

const { page } = stateOf(samplePage());
const root = [...placesOf(page).values()][0] as Place;
const at = (id: string) => placeOf(page, id) as Place;
const ids = (places: Place[]) => places.map(({ node }) => node.id);

it('leaves out what only wraps the layout’s parts', () => {
  expect(ids(outlined(root))).toEqual(['header', 'main']);
  expect(ids(outlined(at('header')))).toEqual(['menu']);
  expect(ids(outlined(at('main')))).toEqual(['row']);
  expect(ids(outlined(at('row')))).toEqual(['a', 'b', 'c']);
});

it('stands for what has no line by what is around it', () => {
  expect(outlinedAt(at('own'))?.node.id).toBe('main');
  expect(outlinedAt(at('one'))?.node.id).toBe('one');
  expect(outlinedAt(root)).toBeUndefined();
});

it('says what all pages share, once', () => {
  expect(sharedBy(at('header'), 1)).toBe('All pages');
  expect(sharedBy(at('menu'), 2)).toBeUndefined();
  expect(sharedBy(at('main'), 1)).toBeUndefined();
  expect(sharedBy(at('row'), 2)).toBeUndefined();
});
