import { expect, it } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PageState } from '../../page/types.ts';
import { duplicate } from '../inserting/duplicate.ts';
import { placeOf } from '../places/places.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { withLentData } from './lent-data.ts';

const links = { siteName: 'Site', items: [{ url: '/', label: 'Home' }] };

/** The sample page, as the server gives it: with the menu's links. */
function served(): PageState {
  const render = samplePage();
  Object.assign(render.plugins['p-menu'] ?? {}, { data: links });
  return stateOf(render);
}

const added: Action = {
  name: 'PLUGIN_CREATE',
  pluginId: 'new',
  ref: 'cms.menu',
  fields: { label: 'Second' },
};

it('draws a menu that is not saved yet with the links of another', () => {
  const state = withLentData(applyActions(served(), [added]));
  expect(state.plugins.new).toMatchObject({ fields: { label: 'Second' }, data: links });
});

it('draws the copy of a menu with its links', () => {
  const before = served();
  const after = applyActions(before, duplicate(before, placeOf(before.page, 'menu'))?.actions ?? []);
  const menus = Object.values(withLentData(after).plugins).filter(({ ref }) => ref === 'cms.menu');
  expect(menus.map(({ data }) => data)).toEqual([links, links]);
});

it('lends nothing to other kinds, and is the same state then', () => {
  const state = served();
  expect(withLentData(state)).toBe(state);
});

it('gives the same instance for the same, so that it is not drawn again', () => {
  const state = applyActions(served(), [added]);
  const typed = applyActions(state, [
    { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>2</p>' } },
  ]);
  expect(withLentData(typed).plugins.new).toBe(withLentData(state).plugins.new);
});
