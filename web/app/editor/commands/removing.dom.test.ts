import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlockNode, PageNode, PageRender } from '../../page/types.ts';
import { useToasts } from '../../ui/toast.ts';
import { createEditing } from '../create-editing.ts';
import { sampleBlock, samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { remove } from './node-commands.ts';

let editor: EditorStore;
const canRemove = (nodeId: string) => {
  editor.select(nodeId);
  return remove.enabled(editor.get());
};
const open = (render: PageRender) => {
  editor.open(render);
  editor.setMode({ name: 'edit' });
};
const column = (id: string, ...nodes: PageNode[]): BlockNode => ({ id, type: 'col', block: { nodes } });
const row = (id: string, ...nodes: PageNode[]): BlockNode => ({ id, type: 'row', block: { nodes } });

/** The sample page with other rows in the middle of its layout. */
function withMain(...rows: PageNode[]): PageRender {
  const render = samplePage();
  const [root] = render.page.layout.block.nodes;
  const main = root && 'block' in root ? root.block.nodes[1] : undefined;
  if (!main || !('block' in main)) throw new Error('The layout has no middle.');
  main.block = { nodes: rows };
  return render;
}

beforeEach(() => {
  editor = createEditorStore();
});

describe('the column that is each page’s own', () => {
  const own: PageNode = { id: 'own', type: 'col-unique' };

  it('is not removed with a row around it, however deep it lies', () => {
    open(withMain(row('outer', column('wide', row('inner', own)), column('side'))));
    expect(['outer', 'wide', 'inner', 'own'].filter(canRemove)).toEqual([]);
    expect(canRemove('side')).toBe(true);
  });

  it('is not removed with a shared block of the layout', () => {
    const render = withMain({ id: 'shown', type: 'row-branch', blockId: 'frame' });
    const nodes = [column('wide', row('inner', own)), column('side')];
    render.page.branches = { frame: { id: 'frame', name: 'Frame', block: { nodes } } };
    open(render);
    expect(['shown', 'wide', 'inner', 'own'].filter(canRemove)).toEqual([]);
    expect(canRemove('side')).toBe(true);
  });

  it('is no reason to keep a shared block that this page alone has put there', () => {
    const { branch } = sampleBlock();
    const deep = {
      ...branch,
      block: { nodes: [column('wide', row('inner', { id: 'deep', type: 'col-unique' }))] },
    };
    const render = samplePage();
    render.page.branches = { hours: deep };
    render.page.blocks.own?.nodes.push({ id: 'shown', type: 'row-branch', blockId: 'hours' });
    open(render);
    expect(canRemove('shown')).toBe(true);
    expect(canRemove('inner')).toBe(false);
  });
});

describe('the offer to undo a removal', () => {
  const removed = () => {
    const editing = createEditing({ goTo: vi.fn() } as never);
    useToasts.setState({ toasts: [] });
    editor = editing.editor;
    open(samplePage());
    editor.select('one');
    remove.run(editing);
    return editing;
  };
  const messages = () => useToasts.getState().toasts.map(({ message }) => message);
  const press = () => useToasts.getState().toasts[0]?.action?.onClick();

  it('brings the part back and says so', () => {
    removed();
    expect(messages()).toEqual(['Text removed']);
    press();
    expect(editor.get().page?.page.plugins.map(({ pluginId }) => pluginId)).toContain('p-one');
    expect(editor.get().announcement.text).toBe('Undone: Remove text');
  });

  it('says where that can no longer be done', () => {
    vi.spyOn(removed().editor, 'undo').mockReturnValue('impossible');
    press();
    expect(messages()).toContain('The page has changed too much for that step.');
  });
});
