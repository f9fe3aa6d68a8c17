/** Shared blocks that a save has taken off the page, and steps that bring them back. */
import { beforeEach, describe, expect, it } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import type { BranchRender, PageRender } from '../../page/types.ts';
import { sampleBlock, samplePage } from '../sample-page.ts';
import { detachRow } from '../settings/sharing.ts';
import { stateOf } from './apply.ts';
import { createEditorStore, type EditorStore } from './editor-store.ts';
import { withBlocks } from './lent-blocks.ts';

const shown = { id: 'shown', type: 'row-branch' as const, blockId: 'hours' };
const other: BranchRender = {
  ...sampleBlock(),
  branch: {
    id: 'other',
    name: 'Other',
    block: { nodes: [{ id: 'o-col', type: 'col', block: { nodes: [] } }] },
  },
  nodeFields: {},
  plugins: {},
};
const write = (pluginId: string, content: string): Action[] => [
  { name: 'PLUGIN_UPDATE', pluginId, fields: { content } },
];
const removal: Action[] = [{ name: 'NODE_DELETE', nodeId: 'shown' }];

/** The sample page as the server has it once more was done to it: with the shared block in a row of its own. */
function pageWith(version: number, block = sampleBlock(), more: Action[] = []): PageRender {
  const render = withBlocks(samplePage(version), [block]);
  return {
    ...render,
    ...applyActions(stateOf(render), [
      { name: 'NODE_CREATE', parentId: 'own', index: 1, node: shown },
      ...more,
    ]),
  };
}

let editor: EditorStore;
const state = () => {
  const { page } = editor.get();
  if (!page) throw new Error('No page is open.');
  return page;
};
const hours = () =>
  state().page.plugins.some(({ pluginId }) => pluginId === 'p-hours')
    ? state().plugins['p-hours']?.fields.content
    : undefined;
const labels = (steps: readonly { label: string }[]) => steps.map(({ label }) => label);
const save = (answer: PageRender) => {
  editor.beginSave();
  return editor.saved(answer, answer.version);
};

beforeEach(() => {
  editor = createEditorStore();
  editor.open(pageWith(7));
  editor.setMode({ name: 'edit' });
});

describe('after a save without it', () => {
  it('a removed row can be brought back, and so can all that was done before', () => {
    editor.change('Write', write('p-one', '<p>x</p>'));
    editor.change('Remove', removal);
    const answer = samplePage(8);
    const one = answer.plugins['p-one'];
    if (one) one.fields = { content: '<p>x</p>' };
    expect(save(answer)).toEqual({ dropped: [], unreachable: [] });
    expect(editor.undo()).toEqual({ label: 'Remove' });
    expect(hours()).toBe('<p>9 to 5</p>');
    expect(state().page.nodeFields['h-col']).toEqual({ site: { tagName: 'aside' } });
    expect(editor.undo()).toEqual({ label: 'Write' });
    expect(state().plugins['p-one']?.fields.content).toBe('<p>1</p>');
  });

  it('a detached row can follow it again', () => {
    editor.change('Detach', [detachRow(state(), shown)]);
    const { hours: _, ...branches } = state().page.branches;
    const { 'h-col': __, ...nodeFields } = state().page.nodeFields;
    save({ ...samplePage(8), ...state(), page: { ...state().page, branches, nodeFields } });
    expect(editor.undo()).toEqual({ label: 'Detach' });
    expect(hours()).toBe('<p>9 to 5</p>');
  });

  it('a row that shows another block can show it again', () => {
    editor.lend(other);
    editor.change('Show other', [{ name: 'NODE_SET_BRANCH_BLOCK', nodeId: 'shown', blockId: 'other' }]);
    save({ ...samplePage(8), page: { ...state().page, branches: { other: other.branch } } });
    expect(editor.undo()).toEqual({ label: 'Show other' });
    expect(hours()).toBe('<p>9 to 5</p>');
    save(pageWith(9));
    expect(editor.redo()).toEqual({ label: 'Show other' });
    expect(hours()).toBeUndefined();
  });

  it('one that was put on the page and taken off again can be put there again', () => {
    editor.open(samplePage());
    editor.lend(sampleBlock());
    editor.change('Add', [{ name: 'NODE_CREATE', parentId: 'own', index: 1, node: shown }]);
    save(pageWith(8));
    editor.undo();
    save(samplePage(9));
    expect(editor.redo()).toEqual({ label: 'Add' });
    expect(hours()).toBe('<p>9 to 5</p>');
  });

  it('it comes back with what was written in it before', () => {
    editor.change('Write', write('p-hours', '<p>9 to 6</p>'));
    editor.change('Remove', removal);
    save(samplePage(8));
    editor.undo();
    expect(hours()).toBe('<p>9 to 6</p>');
    editor.undo();
    expect(hours()).toBe('<p>9 to 5</p>');
  });

  it('it is not kept for a later start of the editor unless a change that waits needs it', () => {
    editor.change('Remove', removal);
    save(samplePage(8));
    expect(editor.toKeep().lent).toEqual([]);
    editor.undo();
    expect(editor.toKeep().lent).toHaveLength(1);
    const again = createEditorStore();
    expect(again.open(samplePage(9), { kept: structuredClone(editor.toKeep()) })).toEqual([]);
    expect(again.get().page?.page.plugins.map(({ pluginId }) => pluginId)).toContain('p-hours');
  });
});

describe('what others make of it meanwhile', () => {
  const removed = () => {
    editor.change('Write', write('p-hours', '<p>9 to 6</p>'));
    save(pageWith(8, sampleBlock('<p>9 to 6</p>', 8)));
    editor.change('Remove', removal);
    save(samplePage(9));
  };

  it('is asked about: what is done to it was made on the version that it was read at', () => {
    removed();
    editor.rebase(samplePage(12));
    editor.undo();
    editor.undo();
    expect(editor.unsaved().map(({ label, version }) => [label, version])).toEqual([
      ['Undo Remove', 8],
      ['Undo Write', 8],
    ]);
    expect(editor.beginSave()?.ownVersions).toEqual([9]);
  });

  it('is asked about where a step is redone, too', () => {
    editor.open(samplePage());
    editor.lend(sampleBlock());
    editor.change('Add', [{ name: 'NODE_CREATE', parentId: 'own', index: 1, node: shown }]);
    editor.change('Write', write('p-hours', '<p>9 to 6</p>'));
    save(pageWith(8, sampleBlock('<p>9 to 6</p>', 8)));
    editor.undo();
    editor.undo();
    save(samplePage(9));
    editor.rebase(samplePage(12));
    editor.redo();
    editor.redo();
    expect(hours()).toBe('<p>9 to 6</p>');
    expect(editor.unsaved().map(({ label, version }) => [label, version])).toEqual([
      ['Add', 8],
      ['Write', 8],
    ]);
  });

  it('is shown once the row is saved again, and a step that would overwrite it is forgotten and said', () => {
    removed();
    editor.undo();
    const lost = save(pageWith(13, sampleBlock('<p>theirs</p>', 12)));
    expect(hours()).toBe('<p>theirs</p>');
    expect(labels(lost.unreachable)).toEqual(['Write']);
    expect(editor.undo()).toBe('nothing');
  });

  it('is shown where it is read, and a step that would overwrite it is forgotten and said', () => {
    removed();
    const lost = editor.lend(sampleBlock('<p>theirs</p>', 12));
    expect(labels(lost.unreachable)).toEqual(['Write']);
    expect(editor.undo()).toEqual({ label: 'Remove' });
    expect(hours()).toBe('<p>theirs</p>');
    expect(editor.undo()).toBe('nothing');
  });

  it('is shown once a conflict is decided, and a step that would overwrite it is forgotten and said', () => {
    removed();
    editor.undo();
    const lost = editor.rebase(samplePage(13), undefined, { blocks: [sampleBlock('<p>theirs</p>', 13)] });
    expect(labels(lost.unreachable)).toEqual(['Write']);
    expect(hours()).toBe('<p>theirs</p>');
  });

  it('is no step of theirs: what they take off the page is not brought back by undoing something in it', () => {
    editor.change('Write', write('p-hours', '<p>9 to 6</p>'));
    save(pageWith(8, sampleBlock('<p>9 to 6</p>', 8)));
    expect(labels(editor.rebase(samplePage(9)).unreachable)).toEqual(['Write']);
    expect(editor.get().lent).toEqual([]);
  });

  it('ends it where they have moved something out of it onto this page', () => {
    removed();
    const answer = samplePage(13);
    answer.page.blocks.own?.nodes.push({
      id: 'theirs',
      type: 'row',
      block: {
        nodes: [
          {
            id: 't-col',
            type: 'col',
            block: { nodes: [{ id: 'hours', type: 'plugin', pluginId: 'p-hours' }] },
          },
        ],
      },
    });
    answer.plugins['p-hours'] = {
      id: 'p-hours',
      ref: 'cms.text',
      fields: { content: '<p>9 to 6</p>' },
      version: 8,
    };
    answer.page.plugins.push({ ref: 'cms.text', pluginId: 'p-hours' });
    expect(labels(editor.rebase(answer).unreachable)).toContain('Remove');
    expect(editor.get().lent).toEqual([]);
    expect(hours()).toBe('<p>9 to 6</p>');
    expect(editor.undo()).toBe('nothing');
  });
});
