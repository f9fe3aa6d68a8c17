import { describe, expect, it } from 'vitest';
import type { PageNode } from '../../page/types.ts';
import { useToasts } from '../../ui/toast.ts';
import { samplePage } from '../sample-page.ts';
import { createEditorStore } from '../store/editor-store.ts';
import { dropTarget, type Rect } from './drop-target.ts';
import { moveNode } from './move-node.ts';
import { moveTarget } from './move-target.ts';

const { page } = samplePage();

describe('Alt and an arrow', () => {
  it.each([
    ['one', 'down', { parentId: 'a', index: 1 }],
    ['two', 'up', { parentId: 'a', index: 0 }],
    ['two', 'down', { parentId: 'b', index: 0 }],
    ['three', 'up', { parentId: 'a', index: 2 }],
    ['two', 'right', { parentId: 'b', index: 1 }],
    ['three', 'right', { parentId: 'c', index: 0 }],
    ['three', 'left', { parentId: 'a', index: 0 }],
    ['a', 'right', { parentId: 'row', index: 1 }],
    ['c', 'left', { parentId: 'row', index: 1 }],
  ] as const)('moves %s %s', (nodeId, direction, target) => {
    expect(moveTarget(page, nodeId, direction)).toEqual(target);
  });

  it.each([
    ['one', 'left'],
    ['row', 'up'],
    ['c', 'right'],
    ['root', 'down'],
    ['nobody', 'down'],
  ] as const)('cannot move %s %s', (nodeId, direction) => {
    expect(moveTarget(page, nodeId, direction)).toBeUndefined();
  });

  it('never makes what is the page’s own shared, nor the other way round', () => {
    expect(moveTarget(page, 'one', 'up')).toBeUndefined();
    expect(moveTarget(page, 'menu', 'down')).toBeUndefined();
  });
});

describe('dragging', () => {
  // Header 0–50; three columns of 100 from 60 on; the plugins in the first are 40 high each.
  const rects: Record<string, Rect> = {
    shared: { left: 0, top: 0, width: 320, height: 50 },
    menu: { left: 0, top: 0, width: 320, height: 50 },
    own: { left: 0, top: 60, width: 320, height: 100 },
    row: { left: 0, top: 60, width: 320, height: 100 },
    a: { left: 0, top: 60, width: 100, height: 100 },
    one: { left: 0, top: 60, width: 100, height: 40 },
    two: { left: 0, top: 110, width: 100, height: 40 },
    b: { left: 110, top: 60, width: 100, height: 100 },
    three: { left: 110, top: 60, width: 100, height: 40 },
    c: { left: 220, top: 60, width: 100, height: 100 },
  };
  const rectOf = (nodeId: string) => rects[nodeId];
  const drop = (nodeId: string, x: number, y: number) =>
    dropTarget(page, { kind: 'node', nodeId }, { x, y }, rectOf);

  it('puts a plugin before or after the one it is over', () => {
    expect(drop('one', 150, 65)).toMatchObject({ parentId: 'b', index: 0 });
    expect(drop('one', 150, 95)).toMatchObject({ parentId: 'b', index: 1 });
  });

  it('counts places without the one that is dragged', () => {
    expect(drop('one', 50, 145)).toMatchObject({ parentId: 'a', index: 1 });
  });

  it('shows nothing where it would stay where it is', () => {
    expect(drop('one', 50, 70)).toBeUndefined();
    expect(drop('one', 50, 115)).toBeUndefined();
  });

  it('marks the gap between two plugins, and all of an empty column', () => {
    expect(drop('three', 50, 104)?.marker).toEqual({ left: 0, top: 105, width: 100, height: 0 });
    expect(drop('three', 260, 100)).toMatchObject({ parentId: 'c', index: 0, marker: rects.c });
  });

  it('takes the nearest column when the pointer is in none', () => {
    expect(drop('one', 400, 120)).toMatchObject({ parentId: 'c' });
  });

  it('puts a column between columns', () => {
    expect(drop('a', 215, 100)).toMatchObject({ parentId: 'row', index: 1, isVertical: true });
  });

  it('never drops a row into itself', () => {
    expect(drop('row', 260, 100)?.parentId).not.toBe('c');
  });

  it('takes a new plugin where a moved one would go', () => {
    const target = dropTarget(page, { kind: 'new', type: 'plugin' }, { x: 50, y: 145 }, rectOf);
    expect(target).toMatchObject({ parentId: 'a', index: 2 });
  });

  it('offers the only column of a row no other row: a row without columns is none', () => {
    const other: PageNode = {
      id: 'other',
      type: 'row',
      block: { nodes: [{ id: 'lone', type: 'col', block: { nodes: [] } }] },
    };
    const [first] = page.blocks.own?.nodes ?? [];
    const two = { ...page, blocks: { own: { nodes: first ? [first, other] : [] } } };
    expect(dropTarget(two, { kind: 'node', nodeId: 'lone' }, { x: 50, y: 100 }, rectOf)).toBeUndefined();
  });
});

describe('a move that the page has no room for', () => {
  it('leaves all as it is and says why', () => {
    const editor = createEditorStore();
    editor.open(samplePage());
    editor.setMode({ name: 'edit' });
    const before = editor.get().page;
    expect(moveNode(editor, 'shared', 'Column 1', { parentId: 'row', index: 0 })).toBe(false);
    expect(editor.get().page).toBe(before);
    expect(useToasts.getState().toasts.map(({ kind, message }) => [kind, message])).toEqual([
      ['danger', 'The column 1 was not moved. The last column cannot leave its row: remove the row.'],
    ]);
  });
});
