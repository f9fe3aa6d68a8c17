import { describe, expect, it } from 'vitest';
import type { Action } from '../../page/actions/types.ts';
import type { PageRender } from '../../page/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from './apply.ts';
import type { Change } from './change.ts';
import type { QueuedChange, Taken } from './queue.ts';
import { expectedAfter, type Move, rebased } from './rebasing.ts';

const write = (pluginId: string, content: string): Action[] => [
  { name: 'PLUGIN_UPDATE', pluginId, fields: { content } },
];
const changeOf = (actions: Action[], inverse: Action[]): Change => ({
  id: 'c',
  version: 7,
  label: 'Write',
  actions,
  inverse,
  startedAt: 0,
  endedAt: 0,
});

/** The page with another text in one plugin, as somebody has saved it at a version. */
function pageWith(pluginId: string, content: string, version: number): PageRender {
  const render = samplePage(version);
  const plugin = render.plugins[pluginId];
  if (plugin) render.plugins[pluginId] = { ...plugin, fields: { ...plugin.fields, content }, version };
  return render;
}

const move = (more: Partial<Move>): Move => ({
  shown: stateOf(samplePage()),
  expected: stateOf(samplePage()),
  base: samplePage(8),
  waiting: [],
  givenUp: new Set(),
  history: { past: [], future: [] },
  ...more,
});

describe('a step of the history', () => {
  const step = changeOf(write('p-one', '<p>1</p>'), []);

  it('is unreachable where others have changed what it leads to, although the page shows the same', () => {
    const { unreachable } = rebased(
      move({ base: pageWith('p-one', '<p>theirs</p>', 8), history: { past: [step], future: [] } }),
    );
    expect(unreachable).toEqual([step]);
  });

  it('is unreachable where others have changed what it leads back to', () => {
    const away = changeOf(write('p-one', '<p>x</p>'), write('p-two', '<p>2</p>'));
    const base = pageWith('p-two', '<p>theirs</p>', 8);
    expect(rebased(move({ base, history: { past: [away], future: [] } })).unreachable).toEqual([away]);
  });

  it('is unreachable with its undo, when that was given up for theirs', () => {
    const history = { past: [], future: [step] };
    expect(rebased(move({ givenUp: new Set(['undo:c']), history })).unreachable).toEqual([step]);
  });

  it('is not redone where its undo was dropped, and stays as it is on the page', () => {
    const undo = { id: 'undo:c', label: 'Undo', version: 7, actions: write('p-one', '<p>0</p>') };
    const history = { past: [], future: [step] };
    const moved = rebased(move({ waiting: [undo], refused: new Set(['undo:c']), history }));
    expect(moved.fitted.dropped).toEqual([undo]);
    expect(moved.history.future).toEqual([]);
    // It is said already, with its undo.
    expect(moved.unreachable).toEqual([]);
  });

  it('is redone on the newest version, unless its undo still waits', () => {
    const history = { past: [], future: [step] };
    expect(rebased(move({ history })).history.future[0]?.version).toBe(8);
    const undo = { id: 'undo:c', label: 'Undo', version: 7, actions: write('p-one', '<p>0</p>') };
    expect(rebased(move({ waiting: [undo], history })).history.future[0]?.version).toBe(7);
  });
});

it('what the server made of a text is expected, and what others have written since is not', () => {
  const sent = [{ id: 'c', label: 'Write', version: 7, actions: write('p-one', '<p>mine</p>') }];
  const fieldAfter = (answer: PageRender) =>
    expectedAfter(stateOf(samplePage()), sent, answer, 8).plugins['p-one']?.fields.content;
  expect(fieldAfter(pageWith('p-one', '<p>cleaned</p>', 8))).toBe('<p>cleaned</p>');
  expect(fieldAfter(pageWith('p-one', '<p>theirs</p>', 9))).toBe('<p>mine</p>');
});

it('what the server adds to a plugin that the save made is not somebody else’s', () => {
  const create: Action = { name: 'PLUGIN_CREATE', pluginId: 'new', ref: 'cms.blogPost', fields: {} };
  const sent = [{ id: 'c', label: 'Add', version: 7, actions: [create] }];
  const answer = samplePage(8);
  answer.plugins.new = { id: 'new', ref: 'cms.blogPost', fields: { blogPostId: 'post' }, version: 8 };
  const fieldsAfter = (knownVersion: number) =>
    expectedAfter(stateOf(samplePage()), sent, answer, knownVersion).plugins.new?.fields;
  expect(fieldsAfter(8)).toEqual({ blogPostId: 'post' });
  expect(fieldsAfter(7)).toEqual({});
});

describe('a removal', () => {
  const change = (id: string, actions: Action[], taken?: Taken): QueuedChange => ({
    id,
    label: id,
    version: 7,
    actions,
    taken,
  });
  const moveOut = change('move', [{ name: 'LAYOUT_MOVE_NODE', nodeId: 'three', parentId: 'a', index: 2 }]);
  const remove = change('remove', [{ name: 'NODE_DELETE', nodeId: 'b' }], { b: ['b'] });
  const columnsOf = (base: PageRender) => {
    const row = base.page.blocks.own?.nodes[0];
    if (!row || !('block' in row)) throw new Error('There is no row.');
    return row.block;
  };
  /** Somebody else has removed the column that the text was moved to. */
  const withoutTarget = () => {
    const base = samplePage(8);
    const block = columnsOf(base);
    block.nodes = block.nodes.filter(({ id }) => id !== 'a');
    return base;
  };

  it('is dropped with the move that was to save what it would take', () => {
    const { fitted } = rebased(move({ base: withoutTarget(), waiting: [moveOut, remove] }));
    expect(fitted.dropped).toEqual([moveOut, remove]);
  });

  it('of just what was to be moved is kept', () => {
    const taken = { three: ['three'] };
    const direct = change('direct', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'three' }], taken);
    const { fitted } = rebased(move({ base: withoutTarget(), waiting: [moveOut, direct] }));
    expect(fitted.dropped).toEqual([moveOut]);
  });

  it('is dropped where somebody else has put in something that it did not take', () => {
    const whole = change('whole', [{ name: 'NODE_DELETE', nodeId: 'b' }], { b: ['b', 'three'] });
    expect(rebased(move({ waiting: [whole] })).fitted.dropped).toEqual([]);
    const base = samplePage(8);
    const [a, b] = columnsOf(base).nodes;
    if (!a || !b || !('block' in a) || !('block' in b)) throw new Error('There are no two columns.');
    const [first, ...others] = a.block.nodes;
    if (!first) throw new Error('There is nothing to move.');
    a.block.nodes = others;
    b.block.nodes = [...b.block.nodes, first];
    expect(rebased(move({ base, waiting: [whole] })).fitted.dropped).toEqual([whole]);
  });
});
