import { beforeEach, describe, expect, it } from 'vitest';
import { insertBranchRow } from '../inserting/insert.ts';
import { sampleBlock, samplePage } from '../sample-page.ts';
import { detachRow } from '../settings/sharing.ts';
import { createEditorStore, type EditorStore } from './editor-store.ts';

const hours = sampleBlock();

let editor: EditorStore;
const state = () => {
  const { page } = editor.get();
  if (!page) throw new Error('No page is open.');
  return page;
};
const show = (block = hours) => {
  editor.lend(block);
  const insertion = insertBranchRow(state(), 'hours', { parentId: 'own', index: 1 });
  editor.change('Add block', insertion.actions);
  return insertion.nodeId;
};

beforeEach(() => {
  editor = createEditorStore();
  editor.open(samplePage());
  editor.setMode({ name: 'edit' });
});

describe('a block that the page does not show', () => {
  it('can be put on it, with what is in it, and taken off again', () => {
    show();
    expect(state().page.plugins.map(({ pluginId }) => pluginId)).toContain('p-hours');
    editor.undo();
    expect(state().page.plugins.map(({ pluginId }) => pluginId)).not.toContain('p-hours');
  });

  it('stays known when the page comes anew from the server, which has not heard of it', () => {
    show();
    const lost = editor.rebase(samplePage(9));
    expect(lost).toEqual({ dropped: [], unreachable: [] });
    expect(state().page.branches.hours?.name).toBe('Opening hours');
  });

  it('is kept with the changes that need it', () => {
    show();
    const other = createEditorStore();
    expect(other.open(samplePage(), { kept: structuredClone(editor.toKeep()) })).toEqual([]);
    expect(other.get().page?.plugins['p-hours']?.fields.content).toBe('<p>9 to 5</p>');
  });

  it('leaves what can be undone as it was when another is saved', () => {
    editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>x</p>' } }]);
    editor.lend(hours);
    editor.beginSave();
    const answer = samplePage(8);
    answer.plugins['p-one'] = {
      ...(answer.plugins['p-one'] as object),
      fields: { content: '<p>x</p>' },
    } as never;
    expect(editor.saved(answer, 8)).toEqual({ dropped: [], unreachable: [] });
    expect(editor.undo()).toEqual({ label: 'Write' });
  });
});

describe('a block that was looked at before', () => {
  const later = sampleBlock('<p>10 to 6</p>', 11);
  const write = (content: string) =>
    editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-hours', fields: { content } }]);
  const undone = () => {
    show();
    editor.undo();
    // A change clears what could be redone, which would need the block as it was.
    editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>x</p>' } }]);
  };

  it('is unknown on another base, where nothing needs it', () => {
    undone();
    expect(editor.hasBlock('hours')).toBe(false);
    editor.rebase(samplePage(12));
    expect(editor.get().lent).toEqual([]);
    expect(state().page.branches.hours).toBeUndefined();
  });

  it('is as it is now when it is put on the page once more', () => {
    undone();
    show(later);
    expect(state().plugins['p-hours']?.fields.content).toBe('<p>10 to 6</p>');
  });

  it('is as the server has it when its row was taken off after a save', () => {
    const nodeId = show();
    editor.beginSave();
    const answer = samplePage(8);
    const { branch, nodeFields, plugins } = hours;
    answer.page = {
      ...answer.page,
      blocks: structuredClone(state().page.blocks),
      branches: { hours: branch },
      nodeFields: { ...answer.page.nodeFields, ...nodeFields },
    };
    answer.plugins = { ...answer.plugins, ...plugins };
    editor.saved(answer, 8);
    expect(editor.get().lent).toEqual([]);
    editor.change('Remove', [{ name: 'NODE_DELETE', nodeId }]);
    expect(editor.hasBlock('hours')).toBe(true);
    editor.beginSave();
    editor.saved(samplePage(9), 9);
    expect(editor.hasBlock('hours')).toBe(false);
  });

  it('is changed on the version that it was read at, however new the page is', () => {
    show();
    editor.rebase(samplePage(12));
    write('<p>9 to 6</p>');
    expect(editor.unsaved().map(({ version }) => version)).toEqual([7, 7]);
  });

  it('is changed on the version that it was read at, when putting it there is redone', () => {
    show();
    editor.undo();
    editor.rebase(samplePage(12));
    editor.redo();
    write('<p>9 to 6</p>');
    expect(editor.unsaved().at(-1)?.version).toBe(7);
  });

  it('keeps the changes in it that are not saved', () => {
    show();
    write('<p>9 to 6</p>');
    show(later);
    expect(state().plugins['p-hours']?.fields.content).toBe('<p>9 to 6</p>');
  });
});

it('a row that is detached has a copy, and the block stays as it was', () => {
  const nodeId = show();
  editor.change('Detach', [detachRow(state(), { id: nodeId, type: 'row-branch', blockId: 'hours' })]);
  const row = state().page.blocks.own?.nodes[1];
  expect(row).toMatchObject({ id: nodeId, type: 'row' });
  const copies = state().page.plugins.filter(({ pluginId }) => !pluginId.startsWith('p-'));
  expect(copies.map(({ pluginId }) => state().plugins[pluginId]?.fields)).toEqual([
    { content: '<p>9 to 5</p>' },
  ]);
  expect(state().page.branches.hours).toEqual(hours.branch);
});

it('a block is renamed without a step to take back', () => {
  show();
  editor.renameBlock('hours', 'Hours of the shop');
  expect(state().page.branches.hours?.name).toBe('Hours of the shop');
  expect(editor.undo()).toEqual({ label: 'Add block' });
});
