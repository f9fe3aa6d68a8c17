import { describe, expect, it } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import { placeOf } from '../places/places.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { insertPlugin, insertRow } from './insert.ts';
import { placeForPlugin, placeForRow, placesForRows } from './insert-place.ts';

const state = stateOf(samplePage());
const childrenIn = (after: typeof state, nodeId: string) =>
  placeOf(after.page, nodeId)?.children.map((child) => child.node.id);

describe('where a plugin goes', () => {
  it.each([
    ['two', { parentId: 'a', index: 2 }],
    ['c', { parentId: 'c', index: 0 }],
    ['row', { parentId: 'a', index: 2 }],
    [undefined, { parentId: 'a', index: 2 }],
    ['menu', { parentId: 'shared', index: 1 }],
  ])('with %s selected', (selected, target) => {
    expect(placeForPlugin(state.page, selected)).toEqual(target);
  });
});

describe('where a row goes', () => {
  it.each([
    ['two', { parentId: 'own', index: 1 }],
    [undefined, { parentId: 'own', index: 1 }],
    ['menu', { parentId: 'header', index: 1 }],
  ])('with %s selected', (selected, target) => {
    expect(placeForRow(state.page, selected)).toEqual(target);
  });

  it('is beside a shared block for what stands in it, where its button puts one', () => {
    const { page } = applyActions(state, [
      { name: 'NODE_SET_TYPE', nodeId: 'row', type: 'row-branch', blockId: 'banner', branchName: 'Banner' },
    ]);
    const two = placeOf(page, 'two');
    expect(placeForRow(page, 'two')).toEqual({ parentId: 'own', index: 1 });
    expect(two && placesForRows(two)?.after).toEqual({ parentId: 'own', index: 1 });
  });

  it('is after the only text of the page, in the column that is its own', () => {
    const text = { id: 'one', type: 'plugin' as const, pluginId: 'p-one' };
    const bare = { ...state.page, blocks: { own: { nodes: [text] } } };
    expect(placeForRow(bare, 'one')).toEqual({ parentId: 'own', index: 1 });
  });
});

describe('the buttons for rows', () => {
  const around = (page: typeof state.page, nodeId: string) => {
    const place = placeOf(page, nodeId);
    const places = place && placesForRows(place);
    return places && [places.around.node.id, places.before, places.after];
  };
  const bare = {
    ...state.page,
    blocks: { own: { nodes: [{ id: 'one', type: 'plugin' as const, pluginId: 'p-one' }] } },
  };

  it.each([
    [state.page, 'two', ['row', { parentId: 'own', index: 0 }, { parentId: 'own', index: 1 }]],
    [state.page, 'menu', ['header-row', { parentId: 'header', index: 0 }, { parentId: 'header', index: 1 }]],
    // Not beside the layout's row: every page would have it.
    [bare, 'one', ['own', { parentId: 'own', index: 0 }, { parentId: 'own', index: 1 }]],
    [state.page, 'own', ['own', { parentId: 'own', index: 0 }, { parentId: 'own', index: 1 }]],
    [state.page, 'header', undefined],
  ])('stand around what is meant %#', (page, nodeId, expected) => {
    expect(around(page, nodeId)).toEqual(expected);
  });
});

describe('inserting', () => {
  it('gives a plugin the fields its manifest begins with', () => {
    const { actions, nodeId } = insertPlugin(state, 'cms.text', { parentId: 'c', index: 0 });
    const after = applyActions(state, actions);
    expect(childrenIn(after, 'c')).toEqual([nodeId]);
    const node = placeOf(after.page, nodeId)?.node;
    expect(node?.type === 'plugin' && after.plugins[node.pluginId]?.fields).toEqual({ content: '' });
  });

  it('makes the page’s own block where there is none yet', () => {
    const bare = { ...state, page: { ...state.page, blocks: {} } };
    const { actions, nodeId } = insertPlugin(bare, 'cms.text', { parentId: 'own', index: 0 });
    expect(childrenIn(applyActions(bare, actions), 'own')).toEqual([nodeId]);
  });

  it('puts plugins before and after a new row into rows of their own', () => {
    const { actions } = insertRow(state, 3, { parentId: 'a', index: 1 });
    const after = applyActions(state, actions);
    const rows = placeOf(after.page, 'a')?.children ?? [];
    expect(rows.map((row) => row.children.length)).toEqual([1, 3, 1]);
    expect(rows[0]?.children[0]?.children[0]?.node.id).toBe('one');
    expect(rows[2]?.children[0]?.children[0]?.node.id).toBe('two');
  });
});
