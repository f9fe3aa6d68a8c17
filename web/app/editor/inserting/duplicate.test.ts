import { afterEach, describe, expect, it } from 'vitest';
import { applyActions, invertActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PageNode, PageState } from '../../page/types.ts';
import { useToasts } from '../../ui/toast.ts';
import { isInside, type Place, placeOf, placesOf } from '../places/places.ts';
import { sampleBlock, samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { createEditorStore } from '../store/editor-store.ts';
import { withBlocks } from '../store/lent-blocks.ts';
import { setColumns } from './columns.ts';
import { duplicate } from './duplicate.ts';
import { insertBranchRow, insertPlugin } from './insert.ts';
import { putIn } from './put-in.ts';

const state = stateOf(samplePage());
const changed = (...actions: Action[]) => applyActions(state, actions);

/** The page with a copy of a node, and where the copy stands. */
function duplicated(before: PageState, nodeId: string): { after: PageState; copy: Place } {
  const insertion = duplicate(before, placeOf(before.page, nodeId));
  const after = applyActions(before, insertion?.actions ?? []);
  const copy = placeOf(after.page, insertion?.nodeId);
  if (!copy) throw new Error(`there is no copy of ${nodeId}`);
  return { after, copy };
}

/** The content of the texts in a place, in reading order. */
const texts = ({ plugins }: PageState, place: Place): unknown[] =>
  place.node.type === 'plugin'
    ? [plugins[place.node.pluginId]?.fields.content]
    : place.children.flatMap((child) => texts({ plugins } as PageState, child));

describe('a copy of a plugin', () => {
  it('comes right after it, with an instance of its own', () => {
    const { after, copy } = duplicated(state, 'one');
    expect(placeOf(after.page, 'a')?.children.map(({ node }) => node.id)).toEqual([
      'one',
      copy.node.id,
      'two',
    ]);
    expect(texts(after, copy)).toEqual(['<p>1</p>']);
    const [original] = [state.plugins['p-one']];
    const own = copy.node.type === 'plugin' ? after.plugins[copy.node.pluginId] : undefined;
    expect(own?.id).not.toBe(original?.id);
    expect(own?.fields).not.toBe(original?.fields);
  });

  it('is set up as the original is, but for what is named once in a page', () => {
    const before = changed(
      { name: 'NODE_SET_CLASS_NAMES', nodeId: 'one', level: 'site', classNames: ['lead'] },
      { name: 'NODE_SET_SCOPE_WHITELIST', nodeId: 'one', level: 'page', scopeWhitelist: ['editor'] },
      { name: 'NODE_SET_IDS', nodeId: 'one', level: 'page', ids: ['top'] },
      { name: 'NODE_SET_TRANSITION_NAME', nodeId: 'one', level: 'page', transitionName: 'hero' },
      { name: 'LINK_SET', nodeId: 'one', href: '/about', targetBlank: true },
    );
    const { after, copy } = duplicated(before, 'one');
    expect(after.page.nodeFields[copy.node.id]).toEqual({
      site: { classNames: ['lead'] },
      page: { scopeWhitelist: ['editor'] },
    });
    expect(after.page.links[copy.node.id]).toEqual({ href: '/about', targetBlank: true });
  });
});

describe('a copy of a row', () => {
  it('has all that is in it, under ids that nothing else has', () => {
    const { after, copy } = duplicated(state, 'row');
    expect(copy.index).toBe(1);
    expect(copy.children.map((column) => texts(after, column))).toEqual([
      ['<p>1</p>', '<p>2</p>'],
      ['<p>3</p>'],
      [],
    ]);
    expect(placesOf(after.page).size).toBe(placesOf(state.page).size + 7);
    expect(after.page.plugins).toHaveLength(state.page.plugins.length + 3);
  });

  it('is taken back whole', () => {
    const insertion = duplicate(state, placeOf(state.page, 'row'));
    const actions = insertion?.actions ?? [];
    const back = applyActions(applyActions(state, actions), invertActions(state, actions));
    expect(back.page).toEqual(state.page);
  });

  it('of a shared block is a row of the page’s own', () => {
    const before = changed({
      name: 'NODE_SET_TYPE',
      nodeId: 'row',
      type: 'row-branch',
      blockId: 'branch',
      branchName: 'Banner',
    });
    const { after, copy } = duplicated(before, 'row');
    expect(copy.node.type).toBe('row');
    expect(copy.owner).toEqual({ kind: 'page' });
    expect(texts(after, copy)).toEqual(['<p>1</p>', '<p>2</p>', '<p>3</p>']);
  });

  it('that shows a shared block twice keeps to whom both are kept', () => {
    const hours = sampleBlock();
    const lent = withBlocks(state, [hours]);
    const shown = (id: string): PageNode => ({ id, type: 'row-branch', blockId: 'hours' });
    const inner: PageNode = { id: 'inner', type: 'col', block: { nodes: [shown('first'), shown('second')] } };
    const outer: PageNode = { id: 'outer', type: 'row', block: { nodes: [inner] } };
    const before = applyActions(lent, [
      { name: 'NODE_CREATE', parentId: 'own', index: 1, node: outer },
      { name: 'NODE_SET_SCOPE_WHITELIST', nodeId: 'hours', level: 'site', scopeWhitelist: ['members'] },
      { name: 'LINK_SET', nodeId: 'hours', href: '/hours', targetBlank: false },
    ]);
    const { after, copy } = duplicated(before, 'outer');
    const copies = [...placesOf(after.page).values()].filter(
      (place) => place.node.type === 'plugin' && isInside(place, copy.node.id),
    );
    expect(copies).toHaveLength(2);
    for (const { node } of copies) {
      expect(after.page.nodeFields[node.id]).toEqual({ site: { scopeWhitelist: ['members'] } });
      expect(after.page.links[node.id]).toEqual({ href: '/hours', targetBlank: false });
    }
  });
});

describe('a copy of a column', () => {
  it('comes beside it', () => {
    const { after, copy } = duplicated(state, 'a');
    expect(copy.index).toBe(1);
    expect(texts(after, copy)).toEqual(['<p>1</p>', '<p>2</p>']);
  });

  it('is not made where the row has no room', () => {
    const row = placeOf(state.page, 'row');
    const full = changed(...(row ? setColumns(state.page, row, 6) : []));
    expect(duplicate(full, placeOf(full.page, 'a'))).toBeUndefined();
  });
});

it.each(['root', 'header', 'main-row', 'own'])('there is no second %s', (nodeId) => {
  expect(duplicate(state, placeOf(state.page, nodeId))).toBeUndefined();
});

it('nothing is made of a plugin whose instance is gone', () => {
  const { 'p-one': _, ...plugins } = state.plugins;
  expect(duplicate({ ...state, plugins }, placeOf(state.page, 'one'))).toBeUndefined();
});

describe('a plugin that a page has once', () => {
  afterEach(() => useToasts.setState({ toasts: [] }));

  /** The page with one in column c, in a store; and the id of its node. */
  function withOne(ref: string) {
    const editor = createEditorStore();
    editor.open(samplePage());
    editor.setMode({ name: 'edit' });
    const { nodeId, actions } = insertPlugin(state, ref, { parentId: 'c', index: 0 });
    editor.change('Add', actions);
    return { editor, nodeId };
  }

  const said = () => useToasts.getState().toasts.map(({ message }) => message);

  it.each([
    ['ecom.checkout', 'plugin'],
    ['ecom.checkout', 'row'],
    ['ecom.basketManagement', 'plugin'],
    ['ecom.checkoutSuccess', 'plugin'],
  ])('has no copy: %s, by its %s', (ref, copied) => {
    const { editor, nodeId } = withOne(ref);
    const before = editor.get().page;
    const copy = before && duplicate(before, placeOf(before.page, copied === 'row' ? 'row' : nodeId));
    if (!copy) throw new Error('there is no copy to put in');
    expect(putIn(editor, 'Duplicate', 'It was not duplicated.', copy)).toBe(false);
    expect(editor.get().page).toBe(before);
    expect(said()).toEqual([
      expect.stringMatching(/^It was not duplicated\. A page can have “.+” only once\.$/),
    ]);
  });

  it('does not come a second time by a shared block', () => {
    const { editor } = withOne('ecom.checkout');
    const till = { id: 'p-hours', ref: 'ecom.checkout', fields: {}, version: 7 };
    editor.lend({ ...sampleBlock(), plugins: { 'p-hours': till } });
    const page = editor.get().page as PageState;
    const row = insertBranchRow(page, 'hours', { parentId: 'own', index: 1 });
    expect(putIn(editor, 'Add block', 'The block was not added.', row)).toBe(false);
    expect(said()).toHaveLength(1);
  });

  it('is moved, and lets the rest be duplicated', () => {
    const { editor, nodeId } = withOne('ecom.checkout');
    const page = editor.get().page as PageState;
    const move: Action = { name: 'LAYOUT_MOVE_NODE', nodeId, parentId: 'b', index: 0 };
    expect(putIn(editor, 'Move', 'It was not moved.', { nodeId, actions: [move] })).toBe(true);
    const copy = duplicate(page, placeOf(page.page, 'a'));
    expect(copy && putIn(editor, 'Duplicate', 'It was not duplicated.', copy)).toBe(true);
    expect(said()).toEqual([]);
  });
});
