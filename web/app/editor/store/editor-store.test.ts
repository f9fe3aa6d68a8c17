import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from './apply.ts';
import { createEditorStore, type EditorStore } from './editor-store.ts';
import { unsavedCount } from './queue.ts';

let editor: EditorStore;
const write = (content: string): Action[] => [
  { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content } },
];
const content = () => editor.get().page?.plugins['p-one']?.fields.content;
const unsaved = () => unsavedCount(editor.get().queue);
const type = (html: string) => editor.commit('Typing', write(html), { mergeKey: 'text:p-one' });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  editor = createEditorStore();
  editor.open(samplePage());
  editor.setMode({ name: 'edit' });
});
afterEach(() => vi.useRealTimers());

describe('undo', () => {
  it('takes a change back and forth', () => {
    editor.change('Write', write('<p>x</p>'));
    expect(editor.undo()).toEqual({ label: 'Write' });
    expect(content()).toBe('<p>1</p>');
    expect(editor.redo()).toEqual({ label: 'Write' });
    expect(content()).toBe('<p>x</p>');
    expect(editor.redo()).toBe('nothing');
  });

  it('leaves nothing to save when the change was not sent', () => {
    editor.change('Write', write('<p>x</p>'));
    editor.undo();
    expect(unsaved()).toBe(0);
  });

  it('takes quick typing back at once, and what came after a pause apart', () => {
    type('<p>a</p>');
    vi.advanceTimersByTime(300);
    type('<p>ab</p>');
    expect(unsaved()).toBe(1);
    vi.advanceTimersByTime(2_000);
    type('<p>abc</p>');
    expect(unsaved()).toBe(2);
    editor.undo();
    expect(content()).toBe('<p>ab</p>');
    editor.undo();
    expect(content()).toBe('<p>1</p>');
  });

  it('never takes back more than a few seconds of typing', () => {
    for (let count = 0; count < 10; count += 1) {
      type(`<p>${'x'.repeat(count + 1)}</p>`);
      vi.advanceTimersByTime(1_000);
    }
    editor.undo();
    expect(String(content()).length).toBeGreaterThan('<p>xx</p>'.length);
  });

  it('goes back through a save by sending the opposite', () => {
    editor.change('Write', write('<p>x</p>'));
    const save = editor.beginSave();
    expect(save?.changes).toEqual([{ version: 7, actions: write('<p>x</p>') }]);
    const saved = samplePage(8);
    saved.plugins['p-one'] = { id: 'p-one', ref: 'cms.text', fields: { content: '<p>x</p>' }, version: 8 };
    editor.saved(saved, 8);
    expect(unsaved()).toBe(0);
    editor.undo();
    expect(editor.beginSave()?.changes).toEqual([{ version: 8, actions: write('<p>1</p>') }]);
  });

  it('forgets what others have changed since, and says so', () => {
    editor.change('Move text', [{ name: 'LAYOUT_MOVE_NODE', nodeId: 'one', parentId: 'c', index: 1 }]);
    editor.beginSave();
    const without = samplePage(8);
    without.page.blocks = { own: { nodes: [] } };
    expect(editor.saved(without, 8).unreachable.map(({ label }) => label)).toEqual(['Move text']);
    expect(editor.undo()).toBe('nothing');
  });

  it('asks a text for what it holds back', () => {
    const stop = editor.onFlush(() => type('<p>held</p>'));
    editor.undo();
    stop();
    expect(content()).toBe('<p>1</p>');
    editor.redo();
    expect(content()).toBe('<p>held</p>');
  });
});

describe('closing', () => {
  it('leaves nothing of the page', () => {
    editor.change('Write', write('<p>x</p>'), { select: 'one' });
    editor.close();
    expect(editor.get()).toMatchObject({ mode: { name: 'view' }, queue: { waiting: [] } });
    expect(editor.get().page).toBeUndefined();
    expect(editor.get().base).toBeUndefined();
    expect(editor.get().selected).toBeUndefined();
  });

  it('by opening another leaves nothing of the one before', () => {
    editor.change('Write', write('<p>x</p>'), { select: 'one' });
    editor.open(samplePage());
    expect(content()).toBe('<p>1</p>');
    expect(editor.get().selected).toBeUndefined();
    expect(editor.undo()).toBe('nothing');
  });
});

describe('a change', () => {
  it('that does not fit makes nothing at all', () => {
    const before = editor.get().page;
    const actions: Action[] = [...write('<p>x</p>'), { name: 'NODE_DELETE', nodeId: 'no such node' }];
    expect(() => editor.change('Both', actions)).toThrow();
    expect(editor.get().page).toBe(before);
    expect(unsaved()).toBe(0);
  });

  it('that changes nothing is no step', () => {
    editor.change('Write', write('<p>1</p>'));
    expect(editor.undo()).toBe('nothing');
  });
});

describe('saving', () => {
  it('keeps what is written while it is under way, on top of the answer', () => {
    editor.change('Write', write('<p>x</p>'));
    editor.beginSave();
    editor.change('Remove', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }]);
    const answer = samplePage(8);
    answer.plugins['p-one'] = { id: 'p-one', ref: 'cms.text', fields: { content: '<p>x</p>' }, version: 8 };
    expect(editor.saved(answer, 8)).toEqual({ dropped: [], unreachable: [] });
    expect(editor.get().page?.page.plugins.map((plugin) => plugin.pluginId)).not.toContain('p-two');
    // Made on the page as it was; that version 8 is this editor's own goes with it.
    expect(editor.beginSave()).toMatchObject({
      changes: [{ version: 7, actions: [{ name: 'BLOCK_REMOVE_NODE' }] }],
      ownVersions: [8],
    });
  });

  it('leaves untouched parts their identity, so that they are not drawn again', () => {
    const before = editor.get().page;
    editor.change('Write', write('<p>x</p>'));
    editor.beginSave();
    const answer = samplePage(8);
    answer.plugins['p-one'] = { id: 'p-one', ref: 'cms.text', fields: { content: '<p>x</p>' }, version: 8 };
    editor.saved(answer, 8);
    expect(editor.get().page?.plugins['p-two']).toBe(before?.plugins['p-two']);
  });

  it('repeats the same request under the same key until it is answered', () => {
    editor.change('Write', write('<p>x</p>'));
    const first = editor.beginSave();
    editor.change('Write', write('<p>y</p>'));
    expect(editor.beginSave()).toEqual({ ...first, isAll: false });
    editor.refused();
    const next = editor.beginSave();
    expect(next?.idempotencyKey).not.toBe(first?.idempotencyKey);
    expect(next?.changes).toEqual([{ version: 7, actions: write('<p>y</p>') }]);
  });

  it('names no more own versions than a save may', () => {
    for (let version = 8; version < 1_010; version += 1) {
      editor.saved(samplePage(version), version);
    }
    expect([editor.get().ownVersions.length, editor.get().ownVersions[0]]).toEqual([1_000, 10]);
  });

  it('has nothing to send without changes', () => {
    expect(editor.beginSave()).toBeUndefined();
  });

  it('drops what others have made impossible, and says what', () => {
    editor.change('Write', write('<p>x</p>'));
    editor.change('Move text', [{ name: 'LAYOUT_MOVE_NODE', nodeId: 'one', parentId: 'c', index: 0 }]);
    const without = samplePage(9);
    without.page.blocks = { own: { nodes: [] } };
    const { dropped } = editor.rebase(without, editor.unsaved());
    expect(dropped.map((change) => change.label)).toEqual(['Move text']);
  });
});

describe('somebody else’s changes', () => {
  const theirs = (version: number, content: string) => {
    const page = samplePage(version);
    page.plugins['p-one'] = { id: 'p-one', ref: 'cms.text', fields: { content }, version };
    return page;
  };

  it('leave what waits on the version that it was made on', () => {
    editor.change('Write', write('<p>mine</p>'));
    editor.rebase(theirs(9, '<p>theirs</p>'));
    expect(content()).toBe('<p>mine</p>');
    expect(editor.beginSave()?.changes).toEqual([{ version: 7, actions: write('<p>mine</p>') }]);
  });

  it('that came with an answer are told the server by the version of what was typed meanwhile', () => {
    editor.change('Remove', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }]);
    editor.beginSave();
    editor.change('Write', write('<p>mine</p>'));
    editor.saved(theirs(9, '<p>theirs</p>'), 9);
    type('<p>mine, and more</p>');
    expect(editor.beginSave()?.changes[0]?.version).toBe(7);
  });

  it('that a waiting change hides have not been seen by what is made on top of it', () => {
    editor.change('Write', write('<p>mine</p>'));
    editor.rebase(theirs(9, '<p>theirs</p>'));
    editor.change('Remove other', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }]);
    editor.change('Remove', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'one' }]);
    expect(editor.unsaved().map(({ version }) => version)).toEqual([7, 9, 7]);
  });

  it('come to light when a change that waits is taken back', () => {
    editor.change('Write', write('<p>mine</p>'));
    editor.rebase(theirs(9, '<p>theirs</p>'));
    editor.undo();
    expect(content()).toBe('<p>theirs</p>');
    expect(unsaved()).toBe(0);
    editor.redo();
    expect(editor.beginSave()?.changes).toEqual([{ version: 7, actions: write('<p>mine</p>') }]);
  });

  it('are not undone by a step that was saved before', () => {
    editor.change('Write', write('<p>mine</p>'));
    editor.change('Remove', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }]);
    editor.beginSave();
    const removed = applyActions(stateOf(theirs(8, '<p>mine</p>')), [
      { name: 'BLOCK_REMOVE_NODE', nodeId: 'two' },
    ]);
    editor.saved({ ...theirs(8, '<p>mine</p>'), ...removed }, 8);
    const next = { ...theirs(9, '<p>theirs</p>'), page: removed.page };
    expect(editor.rebase(next).unreachable.map(({ label }) => label)).toEqual(['Write']);
    expect(editor.undo()).toEqual({ label: 'Remove' });
    expect(editor.undo()).toBe('nothing');
    expect(content()).toBe('<p>theirs</p>');
  });

  it('in another field go together with a step’s undo', () => {
    editor.change('Write', write('<p>mine</p>'));
    editor.beginSave();
    editor.saved(theirs(8, '<p>mine</p>'), 8);
    const next = theirs(9, '<p>mine</p>');
    next.plugins['p-one'] = {
      id: 'p-one',
      ref: 'cms.text',
      fields: { content: '<p>mine</p>', lead: 'x' },
      version: 9,
    };
    expect(editor.rebase(next).unreachable).toEqual([]);
    editor.undo();
    expect(editor.get().page?.plugins['p-one']?.fields).toEqual({ content: '<p>1</p>', lead: 'x' });
  });

  it('are not what the server made of a text', () => {
    editor.change('Write', write('<p onclick="x()">mine</p>'));
    editor.beginSave();
    expect(editor.saved(theirs(8, '<p>mine</p>'), 8).unreachable).toEqual([]);
    editor.undo();
    expect(content()).toBe('<p>1</p>');
  });

  it('are asked about, too, where a form has been open since before', () => {
    editor.rebase(theirs(9, '<p>theirs</p>'));
    editor.change('Change text', write('<p>mine</p>'), { version: 7 });
    expect(editor.beginSave()?.changes[0]?.version).toBe(7);
  });
});

describe('selection', () => {
  it('goes with the mode', () => {
    editor.setMode({ name: 'editPlugin', nodeId: 'two' });
    expect(editor.get().selected).toBe('two');
    editor.setMode({ name: 'edit' });
    expect(editor.get().selected).toBe('two');
    editor.setMode({ name: 'view' });
    expect(editor.get().selected).toBeUndefined();
  });

  it('is none while the page is viewed', () => {
    editor.setMode({ name: 'view' });
    editor.select('two');
    expect(editor.get().selected).toBeUndefined();
  });

  it('comes back with a step, and leaves its text alone', () => {
    editor.setMode({ name: 'editPlugin', nodeId: 'one' });
    editor.change('Write', write('<p>x</p>'));
    editor.undo();
    expect(editor.get().mode).toEqual({ name: 'editPlugin', nodeId: 'one' });
    editor.select('two');
    editor.redo();
    expect([editor.get().selected, editor.get().mode.name]).toEqual(['one', 'edit']);
  });

  it('of something else leaves the text', () => {
    editor.setMode({ name: 'editPlugin', nodeId: 'two' });
    editor.select('three');
    expect(editor.get().mode.name).toBe('edit');
  });
});
