import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageRender } from '../../page/types.ts';
import type { Outcome } from '../../writing/pasted-images/place.ts';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { editedPlugin, placeInPlugin } from './pasted-place.ts';

const FOREIGN = '<p>1 <img src="https://e.org/a.png"></p>';
const OWN = '<p>1 <img src="/files/Pasted/a.png"></p>';
const addresses = new Map([['https://e.org/a.png', '/files/Pasted/a.png']]);

const write = (editor: EditorStore, pluginId: string, content: string, mergeKey?: string) =>
  editor.commit('Typing', [{ name: 'PLUGIN_UPDATE', pluginId, fields: { content } }], { mergeKey });
const contentOf = (editor: EditorStore, pluginId = 'p-one') =>
  editor.get().page?.plugins[pluginId]?.fields.content;

// What is written after a pause, as a busy machine may make, is a step of its own.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

/** An editor with its caret in the first text, into which an image has been pasted. */
function pasted() {
  const editor = createEditorStore();
  editor.open(samplePage());
  editor.setMode({ name: 'editPlugin', nodeId: 'one' });
  write(editor, 'p-one', FOREIGN, 'text:p-one');
  const place = placeInPlugin(editor, editedPlugin(editor));
  let outcome: Outcome | undefined;
  const answer = async () => {
    void place.replace(addresses).then((one) => {
      outcome = one;
    });
    await settled();
  };
  return { editor, answer, outcome: () => outcome };
}

/** All that was told and waited for is through. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** What the server has after a save of the page as the editor shows it. */
function landed(editor: EditorStore, version: number): PageRender {
  const render = samplePage(version);
  const { plugins } = editor.get().base ?? render;
  const sent = editor.get().queue.sending?.changes.flatMap(({ actions }) => actions) ?? [];
  const saved = { ...plugins };
  for (const action of sent) {
    const before = action.name === 'PLUGIN_UPDATE' ? saved[action.pluginId] : undefined;
    if (action.name === 'PLUGIN_UPDATE' && before)
      saved[action.pluginId] = { ...before, version, fields: { ...before.fields, ...action.fields } };
  }
  return { ...render, plugins: saved };
}

describe('while somebody writes on', () => {
  it('is a step of its own, which keeps the caret, the selection and what is held back', async () => {
    const { editor, answer, outcome } = pasted();
    const held = FOREIGN.replace('1', '12');
    editor.onFlush(() => write(editor, 'p-one', held, 'text:p-one'));
    const { mode, selected } = editor.get();
    await answer();
    expect(outcome()).toBe('replaced');
    expect(contentOf(editor)).toBe(OWN.replace('1', '12'));
    expect([editor.get().mode, editor.get().selected]).toEqual([mode, selected]);
    expect(editor.get().history.past.map(({ label }) => label)).toEqual([
      'Typing',
      'Copy images into the library',
    ]);
  });

  it('is undone by itself and redone', async () => {
    const { editor, answer } = pasted();
    await answer();
    expect(editor.undo()).toEqual({ label: 'Copy images into the library' });
    expect(contentOf(editor)).toBe(FOREIGN);
    editor.redo();
    expect(contentOf(editor)).toBe(OWN);
    editor.undo();
    editor.undo();
    expect(contentOf(editor)).toBe('<p>1</p>');
  });

  it('changes the text that was left, while another is edited', async () => {
    const { editor, answer } = pasted();
    editor.setMode({ name: 'editPlugin', nodeId: 'two' });
    write(editor, 'p-two', '<p>mine</p>', 'text:p-two');
    await answer();
    expect([contentOf(editor), contentOf(editor, 'p-two')]).toEqual([OWN, '<p>mine</p>']);
    expect(editor.get().mode).toEqual({ name: 'editPlugin', nodeId: 'two' });
  });

  it('writes over nothing of another field', async () => {
    const { editor, answer } = pasted();
    editor.commit('Set', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { note: 'n' } }]);
    await answer();
    const last = editor.get().queue.waiting.at(-1);
    expect(last?.actions).toEqual([{ name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: OWN } }]);
  });
});

describe('with a save in between', () => {
  it('leaves the save as it was, and is saved next', async () => {
    const { editor, answer } = pasted();
    const first = editor.beginSave();
    await answer();
    expect(first?.changes.flatMap(({ actions }) => actions)).toMatchObject([
      { fields: { content: FOREIGN } },
    ]);
    expect(editor.get().queue.sending?.changes).toHaveLength(1);
    const lost = editor.saved(landed(editor, 8), 8);
    expect(lost).toEqual({ dropped: [], unreachable: [] });
    expect(contentOf(editor)).toBe(OWN);
    const second = editor.beginSave();
    expect(second?.changes.flatMap(({ actions }) => actions)).toMatchObject([{ fields: { content: OWN } }]);
  });

  it('comes after a save that has landed', async () => {
    const { editor, answer } = pasted();
    editor.beginSave();
    editor.saved(landed(editor, 8), 8);
    await answer();
    expect(editor.beginSave()?.changes).toMatchObject([
      { version: 8, actions: [{ fields: { content: OWN } }] },
    ]);
  });
});

describe('while something is in hand', () => {
  it('waits for what was undone, so that it can be redone', async () => {
    const { editor, answer, outcome } = pasted();
    editor.endStep();
    write(editor, 'p-two', '<p>x</p>');
    editor.undo();
    await answer();
    expect([outcome(), contentOf(editor)]).toEqual([undefined, FOREIGN]);
    editor.redo();
    await settled();
    expect([contentOf(editor), contentOf(editor, 'p-two')]).toEqual([OWN, '<p>x</p>']);
  });

  it('finds a paste that was undone and came back, and none that did not', async () => {
    const { editor, answer, outcome } = pasted();
    editor.undo();
    await answer();
    expect(outcome()).toBeUndefined();
    editor.redo();
    await settled();
    expect([outcome(), contentOf(editor)]).toEqual(['replaced', OWN]);

    const other = pasted();
    other.editor.undo();
    await other.answer();
    write(other.editor, 'p-two', '<p>x</p>');
    await settled();
    expect(other.outcome()).toBe('unneeded');
    expect(other.editor.get().history.past).toHaveLength(1);
  });

  it.each([
    { name: 'view' },
    { name: 'editPluginMeta', nodeId: 'one' },
    { name: 'sortPlugin', nodeId: 'two' },
  ] as const)('waits for the end of $name', async (mode) => {
    const { editor, answer, outcome } = pasted();
    editor.setMode(mode);
    await answer();
    expect([outcome(), contentOf(editor)]).toEqual([undefined, FOREIGN]);
    editor.setMode({ name: 'edit' });
    await settled();
    expect([outcome(), contentOf(editor)]).toEqual(['replaced', OWN]);
  });

  it('waits for no other plugin’s form', async () => {
    const { editor, answer } = pasted();
    editor.setMode({ name: 'editPluginMeta', nodeId: 'two' });
    await answer();
    expect(contentOf(editor)).toBe(OWN);
  });
});

describe('once the page was left', () => {
  it('says so, and changes nothing of the next page', async () => {
    const { editor, answer, outcome } = pasted();
    editor.setMode({ name: 'view' });
    await answer();
    const next = samplePage();
    editor.open({ ...next, page: { ...next.page, id: 'other' } });
    await settled();
    expect(outcome()).toBe('gone');
    expect(contentOf(editor)).toBe('<p>1</p>');
  });

  it('says so where it is closed', async () => {
    const { editor, answer, outcome } = pasted();
    editor.close();
    await answer();
    expect(outcome()).toBe('gone');
  });
});

describe('those who see the place', () => {
  /** The page with whitelists, and a caret in one of its texts. */
  function audienceAt(nodeId: string, page: Partial<PageRender['page']>) {
    const editor = createEditorStore();
    const render = samplePage();
    editor.open({ ...render, page: { ...render.page, hasScopeWhitelist: true, ...page } });
    editor.setMode({ name: 'editPlugin', nodeId });
    return placeInPlugin(editor, editedPlugin(editor)).audience?.();
  }

  const lists = {
    config: { scopeWhitelist: ['member'] },
    nodeFields: {
      root: { page: { scopeWhitelist: ['root'] } },
      header: { site: { scopeWhitelist: ['header'] } },
      a: { site: { scopeWhitelist: ['site'] }, page: { scopeWhitelist: ['own'] } },
      b: { page: { scopeWhitelist: ['other'] } },
    },
  };

  it('pass the whitelists of the page and of all that is around it', () => {
    expect(audienceAt('one', lists)).toEqual([['site'], ['own'], ['root'], ['member']]);
    expect(audienceAt('one', {})).toEqual([]);
  });

  it('are those of all pages where it is the layout’s', () => {
    expect(audienceAt('menu', lists)).toEqual([['header']]);
  });
});
