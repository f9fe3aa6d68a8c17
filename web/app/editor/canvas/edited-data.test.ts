import { expect, it } from 'vitest';
import type { PageState, PluginInstance } from '../../page/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { withEditedData } from './edited-data.ts';

const member = { isLoggedIn: true, isRegistrationOpen: true };

function pageWith(plugin: Partial<PluginInstance>): PageState {
  const render = samplePage();
  Object.assign(render.plugins['p-menu'] ?? {}, plugin);
  return stateOf(render);
}

it.each(['cms.login', 'cms.register'])('draws %s as those who are not logged in get it', (ref) => {
  const state = pageWith({ ref, data: member });
  expect(withEditedData(state).plugins['p-menu']?.data).toEqual({ ...member, isLoggedIn: false });
  expect(state.plugins['p-menu']?.data).toBe(member);
});

it('gives the same instance for the same, so that it is not drawn again', () => {
  const state = pageWith({ ref: 'cms.login', data: member });
  expect(withEditedData({ ...state }).plugins['p-menu']).toBe(withEditedData(state).plugins['p-menu']);
});

it('leaves all else alone', () => {
  const links = { items: [] };
  for (const plugin of [
    { ref: 'cms.menu', data: links },
    { ref: 'cms.profile', data: member },
    { ref: 'cms.login', data: undefined },
  ]) {
    const state = pageWith(plugin);
    expect(withEditedData(state)).toBe(state);
  }
});
