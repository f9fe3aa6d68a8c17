import { describe, expect, it } from 'vitest';
import { applyActions } from './actions/index.ts';
import { needs } from './actions/touch.ts';
import type { Action } from './actions/types.ts';
import { changedResources } from './changed-resources.ts';
import { examplePage } from './testing/example-page.ts';

const write: Action = { name: 'PLUGIN_UPDATE', pluginId: '#one', fields: { content: 'x' } };
const move: Action = { name: 'LAYOUT_MOVE_NODE', nodeId: '#one-node', parentId: '#left', index: 0 };
const remove: Action = { name: 'NODE_DELETE', nodeId: '#two-node' };
const wide: Action = { name: 'NODE_SET_CLASS_NAMES', nodeId: '#row', level: 'site', classNames: ['wide'] };
const link: Action = { name: 'LINK_SET', nodeId: '#row', href: '/a', targetBlank: false };

describe('changed resources', () => {
  it.each<[string, Action[], string[]]>([
    ['nothing', [], []],
    [
      'a field, with its plugin and the column that is the page’s own',
      [write],
      ['node:#right/*', 'plugin:#one', 'plugin:#one/fields/content'],
    ],
    ['a place', [move], ['node:#one-node/*', 'node:#one-node/place', 'node:#right/*']],
    [
      'what is gone',
      [remove],
      ['node:#right/*', 'node:#two-node', 'node:#two-node/*', 'plugin:#two', 'plugin:#two/whole'],
    ],
    ['a setting', [wide], ['node:#row/*', 'node:#row/classNames@site']],
    ['a link', [link], ['node:#row/*', 'node:#row/link@#page']],
    ['nothing that no node places', [{ name: 'PLUGIN_CREATE', pluginId: '#new', ref: 'a', fields: {} }], []],
  ])('are %s', (_, actions, expected) => {
    const before = examplePage();
    expect([...changedResources(before, applyActions(before, actions))].sort()).toEqual(expected);
  });

  it.each([write, move, wide, link])('are what an action of its own kind needs: $name', (action) => {
    const before = examplePage();
    const changed = changedResources(before, applyActions(before, [action]));
    expect([...needs(before, action)].some((resource) => changed.has(resource))).toBe(true);
  });
});
