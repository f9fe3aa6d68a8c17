import { describe, expect, it } from 'vitest';
import { applyActions } from './actions/index.ts';
import type { Action } from './actions/types.ts';
import { compact } from './queue.ts';
import { examplePage } from './testing/example-page.ts';
import type { PageNode } from './types.ts';

const update = (pluginId: string, content: string): Action => ({
  name: 'PLUGIN_UPDATE',
  pluginId,
  fields: { content },
});
const classes = (nodeId: string, name: string): Action => {
  return { name: 'NODE_SET_CLASS_NAMES', nodeId, level: 'site', classNames: [name] };
};
const place = (nodeId: string): Action => {
  return { name: 'BLOCK_ADD_PLUGIN_NODE', parentId: '#left', index: 0, nodeId, pluginId: '#new' };
};
const takeOut = (nodeId: string): Action => ({ name: 'BLOCK_REMOVE_NODE', nodeId });
const create: Action = { name: 'PLUGIN_CREATE', pluginId: '#new', ref: 'cms.text', fields: {} };
const column: PageNode = { id: '#new-col', type: 'col', block: { nodes: [] } };
const addRow: Action = {
  name: 'NODE_CREATE',
  parentId: '#root',
  index: 0,
  node: { id: '#new-row', type: 'row', block: { nodes: [column] } },
};
const deleteRow: Action = { name: 'NODE_DELETE', nodeId: '#new-row' };

describe('compact', () => {
  it.each<[string, Action[], Action[]]>([
    [
      'leaves a short list alone',
      [update('#one', 'a'), classes('#row', 'x')],
      [update('#one', 'a'), classes('#row', 'x')],
    ],
    ['keeps the last of several updates', [update('#one', 'a'), update('#one', 'b')], [update('#one', 'b')]],
    [
      'keeps the last update also when another plugin comes between',
      [update('#one', 'a'), update('#two', 'b'), update('#one', 'c')],
      [update('#one', 'c'), update('#two', 'b')],
    ],
    [
      'puts updates of different fields together, the last of each',
      [
        { name: 'PLUGIN_UPDATE', pluginId: '#one', fields: { content: 'a', lead: 'x' } },
        { name: 'PLUGIN_UPDATE', pluginId: '#one', fields: { content: null } },
      ],
      [{ name: 'PLUGIN_UPDATE', pluginId: '#one', fields: { content: null, lead: 'x' } }],
    ],
    [
      'keeps the last of several settings',
      [classes('#row', 'x'), classes('#row', 'y')],
      [classes('#row', 'y')],
    ],
    [
      'keeps what a move comes between',
      [update('#one', 'a'), takeOut('#two-node'), update('#one', 'b')],
      [update('#one', 'a'), takeOut('#two-node'), update('#one', 'b')],
    ],
    ['drops what is placed and at once taken out', [create, place('#n'), takeOut('#n')], [create]],
    ['drops what is created and at once removed', [addRow, deleteRow], []],
    ['drops pairs within pairs', [create, addRow, place('#n'), takeOut('#n'), deleteRow], [create]],
    [
      'keeps a removal of something else',
      [create, place('#n'), takeOut('#two-node')],
      [create, place('#n'), takeOut('#two-node')],
    ],
  ])('%s', (_, actions, expected) => {
    expect(compact(actions)).toEqual(expected);
    expect(applyActions(examplePage(), compact(actions))).toEqual(applyActions(examplePage(), actions));
  });

  it('keeps a creation that wraps plugins, and its removal', () => {
    const wrapAfter = { rowId: '#wrap', colId: '#wrap-col' };
    const wrapping: Action = { ...addRow, parentId: '#right', wrapAfter };
    expect(compact([wrapping, deleteRow])).toEqual([wrapping, deleteRow]);
  });

  it('keeps both values when a copy is taken between them', () => {
    const ids = { '#footer-col': '#a', '#small-node': '#b', '#small': '#c' };
    const copy: Action = { name: 'NODE_SET_TYPE', nodeId: '#footer', type: 'row', ids };
    const actions = [update('#small', 'a'), copy, update('#small', 'b')];
    expect(compact(actions)).toEqual(actions);
  });
});
