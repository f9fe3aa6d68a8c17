import { describe, expect, it } from 'vitest';
import type { Action } from '../../page/actions/types.ts';
import { samplePage } from '../sample-page.ts';
import { applyWithInverse, stateOf } from '../store/apply.ts';
import { changedNode } from './changed-node.ts';

const before = stateOf(samplePage());

/** What is changed by the actions, and by taking them back. */
function changed(...actions: Action[]): (string | undefined)[] {
  const { state: after, inverse } = applyWithInverse(before, actions);
  return [changedNode(actions, before.page, after.page), changedNode(inverse, after.page, before.page)];
}

describe('what a step has changed', () => {
  it('is the part whose words it has', () => {
    expect(changed({ name: 'PLUGIN_UPDATE', pluginId: 'p-two', fields: { content: '<p>Two</p>' } })).toEqual([
      'two',
      'two',
    ]);
  });

  it('is what stood beside or around a part that has gone, and the part once it is back', () => {
    expect(changed({ name: 'BLOCK_REMOVE_NODE', nodeId: 'one' })).toEqual(['two', 'one']);
    expect(changed({ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' })).toEqual(['one', 'two']);
    expect(changed({ name: 'BLOCK_REMOVE_NODE', nodeId: 'three' })).toEqual(['b', 'three']);
  });

  it('is a new row, and its neighbour once it has gone', () => {
    const node = {
      id: 'new',
      type: 'row' as const,
      block: { nodes: [{ id: 'new-col', type: 'col' as const, block: { nodes: [] } }] },
    };
    expect(changed({ name: 'NODE_CREATE', parentId: 'own', index: 1, node })).toEqual(['new', 'row']);
  });

  it('is nothing where the page shows nothing of it', () => {
    expect(
      changed({ name: 'PLUGIN_CREATE', pluginId: 'p-new', ref: 'cms.text', fields: {} })[0],
    ).toBeUndefined();
  });
});
