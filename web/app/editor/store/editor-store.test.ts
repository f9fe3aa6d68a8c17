import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action } from '../../page/actions/types.ts';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from './editor-store.ts';
import { type QueuedChange, unsavedCount } from './queue.ts';

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
    expect(save?.actions).toEqual(write('<p>x</p>'));
    const saved = samplePage(8);
    saved.plugins['p-one'] = { id: 'p-one', ref: 'cms.text', fields: { content: '<p>x</p>' }, version: 8 };
    editor.saved(saved);
    expect(unsaved()).toBe(0);
    editor.undo();
    expect(editor.beginSave()?.actions).toEqual(write('<p>1</p>'));
  });

  it('says so and forgets when the page has changed too much', () => {
    editor.change('Remove', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'one' }]);
    editor.beginSave();
    const without = samplePage(8);
    without.page.blocks = { own: { nodes: [] } };
    editor.saved(without);
    expect(editor.undo()).toBe('impossible');
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
    expect(editor.saved(answer)).toEqual([]);
    expect(editor.get().page?.page.plugins.map((plugin) => plugin.pluginId)).not.toContain('p-two');
    expect(editor.beginSave()).toMatchObject({ version: 8, actions: [{ name: 'BLOCK_REMOVE_NODE' }] });
  });

  it('leaves untouched parts their identity, so that they are not drawn again', () => {
    const before = editor.get().page;
    editor.change('Write', write('<p>x</p>'));
    editor.beginSave();
    const answer = samplePage(8);
    answer.plugins['p-one'] = { id: 'p-one', ref: 'cms.text', fields: { content: '<p>x</p>' }, version: 8 };
    editor.saved(answer);
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
    expect(next?.actions).toEqual(write('<p>y</p>'));
  });

  it('has nothing to send without changes', () => {
    expect(editor.beginSave()).toBeUndefined();
  });

  it('drops what others have made impossible, and says what', () => {
    editor.change('Write', write('<p>x</p>'));
    editor.change('Move text', [{ name: 'LAYOUT_MOVE_NODE', nodeId: 'one', parentId: 'c', index: 0 }]);
    const without = samplePage(9);
    without.page.blocks = { own: { nodes: [] } };
    const dropped = editor.rebase(without, editor.unsaved());
    expect(dropped.map((change) => change.label)).toEqual(['Move text']);
  });

  it('drops no half of what was cut for its size', () => {
    const parts = [
      { id: 'large', label: 'Large', actions: [{ name: 'NODE_DELETE', nodeId: 'gone' }] },
      { id: 'rest:large', label: 'Large', actions: write('<p>half</p>') },
      { id: 'other', label: 'Other', actions: write('<p>x</p>') },
    ] satisfies QueuedChange[];
    expect(editor.rebase(samplePage(8), parts)).toEqual(parts.slice(0, 2));
    expect(content()).toBe('<p>x</p>');
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

  it('of something else leaves the text', () => {
    editor.setMode({ name: 'editPlugin', nodeId: 'two' });
    editor.select('three');
    expect(editor.get().mode.name).toBe('edit');
  });
});
