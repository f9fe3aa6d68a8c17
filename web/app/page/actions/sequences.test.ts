/** Whatever is done to a page, in whatever order, can be undone step by step and all at once. */
import { describe, expect, it } from 'vitest';
import { examplePage } from '../testing/example-page.ts';
import { derived, pluginIds, walk } from '../tree.ts';
import type { Id, NodeType, PageNode, PageState } from '../types.ts';
import { ActionFault, applyAction, applyActions, invertActions } from './index.ts';
import type { Action } from './types.ts';

/** Numbers from 0 to below 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Chance {
  private readonly next: () => number;
  private count = 0;

  constructor(seed: number) {
    this.next = numbers(seed);
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  newId(): Id {
    this.count += 1;
    return `#new-${this.count}`;
  }

  node(type: NodeType, branchIds: readonly Id[]): PageNode {
    const id = this.newId();
    if (type === 'row-branch') return { id, type, blockId: this.pick(branchIds) };
    if (type === 'col-unique') return { id, type };
    if (type === 'row')
      return { id, type, block: { nodes: [this.node(this.pick(['col', 'col-unique']), [])] } };
    return { id, type: type as 'col' | 'layout', block: { nodes: [] } };
  }

  action(state: PageState): Action {
    // Nobody can take hold of a node that the page does not show.
    const ids = [...walk(state.page)].map((node) => node.id);
    const [nodeId, parentId] = [this.pick(ids), this.pick(ids)];
    const branchIds = [...Object.keys(state.page.branches), '#nowhere'];
    const index = this.pick([0, 1, 2, 9]);
    const wrap = () => ({ rowId: this.newId(), colId: this.newId() });
    const type = this.pick(['row', 'row', 'col', 'col-unique', 'layout', 'row-branch'] as const);
    const level = this.pick(['site', 'page'] as const);
    const pluginId = this.pick(Object.keys(state.plugins));
    return this.pick<() => Action>([
      () => ({ name: 'PLUGIN_CREATE', pluginId: this.newId(), ref: 'cms.text', fields: {} }),
      () => ({ name: 'PLUGIN_UPDATE', pluginId, fields: { content: this.newId() } }),
      () => ({
        name: 'NODE_CREATE',
        parentId,
        index,
        node: this.node(type, branchIds),
        wrapBefore: wrap(),
        wrapAfter: wrap(),
      }),
      () => ({ name: 'NODE_DELETE', nodeId }),
      () => ({
        name: 'NODE_SET_TYPE',
        nodeId,
        type: this.pick(['row', 'row-branch', 'col', 'col-unique']),
        blockId: this.newId(),
        branchName: 'New',
      }),
      () => ({ name: 'LINK_SET', nodeId, href: this.pick([null, '/a']), targetBlank: true }),
      () => ({ name: 'LAYOUT_MOVE_NODE', nodeId, parentId, index }),
      () => ({ name: 'BLOCK_ADD_PLUGIN_NODE', parentId, index, nodeId: this.newId(), pluginId }),
      () => ({ name: 'NODE_SET_CLASS_NAMES', nodeId, level, classNames: this.pick([[], ['a'], ['a', 'b']]) }),
      () => ({ name: 'NODE_SET_HREF', nodeId, level, href: this.pick([null, '/b']), hrefTarget: '_blank' }),
      () => ({
        name: 'NODE_SET_BACKGROUND',
        nodeId,
        level,
        background: { backgroundColour: this.pick(['', 'red']) },
      }),
      () => ({ name: 'NODE_SET_BRANCH_BLOCK', nodeId, blockId: this.pick(branchIds) }),
    ])();
  }
}

function only<T>(record: Record<Id, T>, ids: ReadonlySet<Id>): Record<Id, T> {
  return Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id)));
}

/** The page as a reader gets it: an undo may leave instances and branches that nothing shows. */
function shown(state: PageState): PageState {
  const { page, plugins } = derived(state);
  const nodes = [...walk(page)];
  const ids = new Set(nodes.map((node) => node.id));
  const branchIds = new Set(nodes.flatMap((node) => (node.type === 'row-branch' ? [node.blockId] : [])));
  const filled = Object.fromEntries(
    Object.entries(page.blocks).filter(([, block]) => block.nodes.length > 0),
  );
  return {
    page: {
      ...page,
      blocks: only(filled, ids),
      branches: only(page.branches, branchIds),
      nodeFields: only(page.nodeFields, ids),
      links: only(page.links, ids),
    },
    plugins: only(plugins, new Set(pluginIds(page))),
  };
}

/** The action's result, or null when the page refuses it. */
function attempt(state: PageState, action: Action): PageState | null {
  try {
    return applyAction(state, action);
  } catch (error) {
    if (error instanceof ActionFault) return null;
    throw error;
  }
}

describe.each([...Array(40).keys()])('sequence %i', (seed) => {
  it('can be undone', () => {
    const chance = new Chance(seed);
    const start = examplePage();
    const done: Action[] = [];
    let state = start;
    for (let step = 0; step < 60; step += 1) {
      const action = chance.action(state);
      const after = attempt(state, action);
      if (!after || after === state) continue;
      expect(shown(applyActions(after, invertActions(state, [action])))).toEqual(shown(state));
      done.push(action);
      state = after;
    }
    expect(done.length).toBeGreaterThan(5);
    expect(applyActions(start, done)).toEqual(state);
    expect(shown(applyActions(state, invertActions(start, done)))).toEqual(shown(start));
  });
});
