import { describe, expect, it } from 'vitest';
import { applyActions, invertActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { derived } from '../../page/tree.ts';
import type { BlockNode, PageNode, PageState } from '../../page/types.ts';
import { type Place, placeOf } from '../places/places.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { setColumns, whyNoFewer } from './columns.ts';

const state = stateOf(samplePage());
const rowIn = ({ page }: PageState): Place => {
  const row = placeOf(page, 'row');
  if (!row) throw new Error('There is no row.');
  return row;
};
const resized = (before: PageState, count: number) =>
  applyActions(before, setColumns(before.page, rowIn(before), count));
const childrenIn = (after: PageState, nodeId: string) =>
  placeOf(after.page, nodeId)?.children.map((child) => child.node.id);
/** What stands in a place, a list for each row or column: only plugins have names. */
const inside = (place: Place): unknown =>
  place.node.type === 'plugin' ? place.node.id : place.children.map(inside);
const kept = (levels: Partial<Record<string, string[]>>, level: 'site' | 'page' = 'site') =>
  applyActions(
    state,
    Object.entries(levels).map(
      ([nodeId, scopeWhitelist = []]): Action => ({
        name: 'NODE_SET_SCOPE_WHITELIST',
        nodeId,
        level,
        scopeWhitelist,
      }),
    ),
  );

describe('the number of columns', () => {
  it('grows at the end', () => {
    expect(childrenIn(resized(state, 6), 'row')).toHaveLength(6);
  });

  it('shrinks and keeps what was in the columns that go, in order', () => {
    const after = resized(state, 1);
    expect(childrenIn(after, 'row')).toEqual(['a']);
    expect(childrenIn(after, 'a')).toEqual(['one', 'two', 'three']);
  });
});

describe('fewer columns where rows stand in them', () => {
  const plugin = (id: string): PageNode => ({ id, type: 'plugin', pluginId: `p-${id}` });
  const column = (id: string, ...nodes: PageNode[]): BlockNode => ({ id, type: 'col', block: { nodes } });
  const row = (id: string, ...nodes: PageNode[]): BlockNode => ({ id, type: 'row', block: { nodes } });
  const nested = (id: string, name: string) => row(id, column(`${id}-col`, plugin(name)));
  const pageOf = (...columns: BlockNode[]): PageState => {
    const page = { ...state.page, blocks: { own: { nodes: [row('row', ...columns)] } } };
    return derived({ ...state, page });
  };

  it.each<[string, BlockNode[], unknown]>([
    [
      'plugins, then rows',
      [column('a', plugin('one')), column('b', nested('r', 'two'))],
      [[['one']], [['two']]],
    ],
    [
      'rows, then plugins',
      [column('a', nested('r', 'one')), column('b', plugin('two'))],
      [[['one']], [['two']]],
    ],
    [
      'rows, then rows',
      [column('a', nested('r', 'one')), column('b', nested('s', 'two'))],
      [[['one']], [['two']]],
    ],
    ['nothing, then rows', [column('a'), column('b', nested('r', 'two'))], [[['two']]]],
    [
      'nothing, then plugins and rows',
      [column('a'), column('b', plugin('one')), column('c', nested('r', 'two'))],
      [[['one']], [['two']]],
    ],
    [
      'plugins, rows and plugins',
      [column('a', plugin('one')), column('b', nested('r', 'two')), column('c', plugin('three'))],
      [[['one']], [['two']], [['three']]],
    ],
  ])('keep all of it, in order: %s', (_what, columns, expected) => {
    const before = pageOf(...columns);
    const actions = setColumns(before.page, rowIn(before), 1);
    const after = applyActions(before, actions);
    expect(childrenIn(after, 'row')).toEqual(['a']);
    const only = placeOf(after.page, 'a');
    expect(only && inside(only)).toEqual(expected);
    const back = applyActions(after, invertActions(before, actions));
    expect(back.page).toEqual(before.page);
  });
});

describe('what only some may see', () => {
  it.each([
    ['a column that is kept to some goes', kept({ b: ['members'] })],
    ['one goes on this page', kept({ b: ['members'] }, 'page')],
    ['what stays is kept to others, too', kept({ a: ['members', 'staff'], b: ['members'] })],
  ])('is not opened by fewer columns: %s', (_how, before) => {
    expect(whyNoFewer(before.page, rowIn(before), 1)).toBe('restricted');
    expect(setColumns(before.page, rowIn(before), 1)).toEqual([]);
    expect(whyNoFewer(before.page, rowIn(before), 2)).toBeUndefined();
  });

  it.each([
    ['nothing stands in the column', kept({ c: ['members'] }), 2],
    ['the one that stays is kept to the same', kept({ a: ['members'], b: ['members'] }), 1],
    ['the one that stays is kept to fewer', kept({ a: ['members'], b: ['staff', 'members'] }), 1],
  ])('does not keep columns: %s', (_why, before, count) => {
    expect(whyNoFewer(before.page, rowIn(before), count)).toBeUndefined();
    expect(childrenIn(resized(before, count), 'row')).toHaveLength(count);
  });
});
