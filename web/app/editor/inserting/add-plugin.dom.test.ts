import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useToasts } from '../../ui/toast.ts';
import type { CommandContext } from '../commands/command.ts';
import { placeOf } from '../places/places.ts';
import { samplePage } from '../sample-page.ts';
import { createChromeStore } from '../store/chrome-store.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { createViewAsStore } from '../view-as/view-as-store.ts';
import { addPlugin, addRow } from './add-plugin.ts';

let editor: EditorStore;
let context: CommandContext;

beforeEach(() => {
  editor = createEditorStore();
  editor.open(samplePage());
  editor.setMode({ name: 'edit' });
  context = {
    editor,
    chrome: createChromeStore(),
    viewAs: createViewAsStore(),
    save: () => Promise.resolve(),
    startEditing: { current: () => Promise.resolve() },
    focusNode: () => {},
    reveal: () => {},
  };
});

afterEach(() => useToasts.setState({ toasts: [] }));

const childrenOf = (nodeId: string) => {
  const { page } = editor.get();
  return page && placeOf(page.page, nodeId)?.children.map(({ node }) => node.id);
};

describe('a plugin that is added', () => {
  it('is there once what it is drawn with is', async () => {
    await addPlugin(context, 'cms.text', { parentId: 'c', index: 0 });
    expect(childrenOf('c')).toHaveLength(1);
    expect(editor.get().mode).toMatchObject({ name: 'editPlugin', nodeId: childrenOf('c')?.[0] });
  });

  it('does not come to another page that was opened meanwhile', async () => {
    const adding = addPlugin(context, 'cms.text');
    const other = samplePage();
    other.page = { ...other.page, id: 'other' };
    editor.open(other);
    editor.setMode({ name: 'edit' });
    await adding;
    expect(editor.get().queue.waiting).toEqual([]);
    expect(editor.get().mode).toEqual({ name: 'edit' });
  });

  it('does not bring editing back to who views the page meanwhile', async () => {
    const adding = addPlugin(context, 'cms.text');
    editor.setMode({ name: 'view' });
    await adding;
    expect(editor.get().queue.waiting).toEqual([]);
    expect(editor.get().mode).toEqual({ name: 'view' });
  });

  it('whose column went meanwhile is not added, and that is said', async () => {
    const adding = addPlugin(context, 'cms.text', { parentId: 'c', index: 0 });
    editor.change('Remove column', [{ name: 'NODE_DELETE', nodeId: 'c' }]);
    await adding;
    expect(editor.get().queue.waiting).toHaveLength(1);
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      'The text was not added: its place on the page was deleted.',
    ]);
  });

  it('comes last where what was before it went meanwhile', async () => {
    const adding = addPlugin(context, 'cms.text', { parentId: 'a', index: 2 });
    editor.change('Remove text', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }]);
    await adding;
    expect(childrenOf('a')).toEqual(['one', expect.any(String)]);
  });
});

describe('a row that is added', () => {
  it('where the page cannot take it leaves the page as it is, and that is said', () => {
    const before = editor.get().page;
    addRow(context, 2, { parentId: 'one', index: 0 });
    expect(editor.get().page).toBe(before);
    const [said] = useToasts.getState().toasts;
    expect(said?.message).toMatch(/^The row was not added\. ./);
  });
});
