/** The cases that hold these actions and their twins in Python equal, and every undo against them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { derived, nodeOfPlugin, walk } from '../tree.ts';
import type { Id, PageState } from '../types.ts';
import { ACTIONS, ActionFault, applyAction, applyActions, invertActions } from './index.ts';
import { needs } from './touch.ts';
import type { Action } from './types.ts';

interface Case {
  description: string;
  state: PageState;
  actions: Action[];
  result?: PageState;
  fault?: { code: string; actionIndex: number };
}

const FOLDER = new URL('../../../../tests/vectors/actions/', import.meta.url);
const cases = readdirSync(FOLDER).map((file): [string, Case] => {
  return [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))];
});
const passing = cases.filter(([, { result }]) => result);

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

function keep<T>(record: Record<Id, T>, isKept: (id: Id, value: T) => boolean): Record<Id, T> {
  return Object.fromEntries(Object.entries(record).filter(([id, value]) => isKept(id, value)));
}

/** What a reader of the page could tell: without what nothing shows, and empty page blocks the same as none. */
function shown(state: PageState): PageState {
  const { page, plugins } = derived(state);
  const nodes = [...walk(page)];
  const ids = new Set(nodes.map((node) => node.id));
  const branches = new Set(nodes.flatMap((node) => (node.type === 'row-branch' ? [node.blockId] : [])));
  const pluginIds = new Set(page.plugins.map(({ pluginId }) => pluginId));
  return {
    page: {
      ...page,
      blocks: keep(page.blocks, (id, block) => ids.has(id) && block.nodes.length > 0),
      branches: keep(page.branches, (id) => branches.has(id)),
      nodeFields: keep(page.nodeFields, (id) => ids.has(id)),
      links: keep(page.links, (id) => ids.has(id)),
    },
    plugins: keep(plugins, (id) => pluginIds.has(id)),
  };
}

function fieldsOf({ plugins }: PageState): object {
  return Object.fromEntries(Object.entries(plugins).map(([id, { ref, fields }]) => [id, { ref, fields }]));
}

describe('vectors', () => {
  it.each(passing)('%s', (_, { state, actions, result }) => {
    expect(applyActions(frozen(state), actions)).toEqual(result);
  });

  it.each(cases.filter(([, { fault }]) => fault))('%s is refused', (_, { state, actions, fault }) => {
    let caught: unknown;
    try {
      applyActions(frozen(state), actions);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ActionFault);
    const { code, actionIndex } = caught as ActionFault;
    expect({ code, actionIndex }).toEqual(fault);
  });

  it('cover every action', () => {
    const covered = new Set(passing.flatMap(([, { actions }]) => actions.map((action) => action.name)));
    expect([...covered].sort()).toEqual(Object.keys(ACTIONS).sort());
  });
});

describe('needs', () => {
  const TOUCHED = new URL('../../../../tests/vectors/touched.json', import.meta.url);
  const expected: Record<string, string[][]> = JSON.parse(readFileSync(TOUCHED, 'utf8'));

  it.each(cases)('of %s', (name, { state, actions }) => {
    expect(actions.map((action) => [...needs(state, action)].sort())).toEqual(expected[name]);
  });
});

describe('undo', () => {
  it.each(passing)('%s', (_, { state, actions }) => {
    const undo = invertActions(frozen(state), actions);
    expect(shown(applyActions(applyActions(state, actions), undo))).toEqual(shown(state));
  });

  it.each(passing)('and redo %s', (_, { state, actions, result }) => {
    const undone = applyActions(applyActions(state, actions), invertActions(state, actions));
    expect(shown(applyActions(undone, actions))).toEqual(shown(result as PageState));
  });

  it.each(passing)('%s after a save and a reload', (_, { state, actions }) => {
    // The editor is not sent plugins that no node places, but can have the branches that it asks for.
    const { page, plugins } = applyActions(state, actions);
    const start = { page, plugins: keep(plugins, (id) => nodeOfPlugin(page, id) !== undefined) };
    const undone = shown(applyActions(start, invertActions(state, actions)));
    expect(undone.page).toEqual(shown(state).page);
    expect(fieldsOf(undone)).toEqual(fieldsOf(shown(state)));
  });
});

describe('sharing', () => {
  const state = passing.find(([name]) => name === 'link-set')?.[1].state as PageState;

  it('keeps the state itself when an action is ignored', () => {
    const ignored = passing.filter(
      ([, { state, result }]) => JSON.stringify(state) === JSON.stringify(result),
    );
    expect(ignored.length).toBeGreaterThan(10);
    for (const [, { state, actions }] of ignored.filter(([, { actions }]) => actions.length === 1)) {
      expect(applyActions(state, actions)).toBe(state);
    }
  });

  it('keeps the identity of what an action leaves alone', () => {
    const after = applyAction(state, { name: 'NODE_DELETE', nodeId: '#left' });
    const [before] = state.page.layout.block.nodes;
    const [root] = after.page.layout.block.nodes;
    if (!before || !root || !('block' in before) || !('block' in root)) throw new Error('the root is gone');
    expect(root).not.toBe(before);
    expect(root.block.nodes[0]).toBe(before.block.nodes[0]);
    expect(root.block.nodes[2]).toBe(before.block.nodes[2]);
    expect(after.page.blocks).toBe(state.page.blocks);
    expect(after.plugins).toBe(state.plugins);
  });
});
