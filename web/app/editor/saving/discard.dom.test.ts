import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { PageRender } from '../../page/types.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { unsavedCount } from '../store/queue.ts';
import { discardKept } from './discard.ts';
import type { PageSave, SavedPage } from './page-api.ts';
import { createSaver } from './saver.ts';
import { ANNE, answerTo, kept, refuse, resetBench, saver, sent, server, write } from './testing/bench.ts';

resetBench();
afterEach(() => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const saverOf = (editor: EditorStore, send: () => Promise<SavedPage>, now?: PageRender) =>
  createSaver(editor, send, {
    readAgain: async () => now,
    readBlock: async () => undefined,
    onSaved: () => undefined,
    onLost: () => undefined,
  });

/** The page opened once more, after a save that was refused because the session had ended. */
async function back() {
  server.respond = refuse(401, { code: 'unauthorized' });
  await saver().save();
  const editor = createEditorStore();
  editor.open(samplePage(), { userId: ANNE, kept: kept() });
  return { editor, ids: new Set(editor.unsaved().map(({ id }) => id)) };
}

const answersWith = (page: PageRender) => answerCalls(() => ({ body: page }));
const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
const never = () => new Promise<SavedPage>(() => undefined);

it('lets go of what was sent in vain, and of nothing that was made since', async () => {
  const { editor, ids } = await back();
  answersWith(samplePage());
  editor.change('Write', [write('p-two', '<p>y</p>')]);
  await discardKept({ editor, saver: saverOf(editor, never) }, 'page', ids);
  expect(editor.unsaved().map(({ actions }) => actions)).toEqual([[write('p-two', '<p>y</p>')]]);
  expect(editor.get().page?.plugins['p-one']?.fields.content).toBe('<p>1</p>');
});

it('shows what has arrived after all', async () => {
  const { editor, ids } = await back();
  const [save] = sent;
  if (!save) throw new Error('nothing was sent');
  answersWith(answerTo(save));
  await discardKept({ editor, saver: saverOf(editor, never) }, 'page', ids);
  expect(unsavedCount(editor.get().queue)).toBe(0);
  expect(editor.get().base?.version).toBe(8);
  expect(editor.get().page?.plugins['p-one']?.fields.content).toBe('<p>x</p>');
});

describe('while a save is under way', () => {
  /** The page with a save on its way, and how the save ends. */
  async function saving(now?: PageRender) {
    const { editor, ids } = await back();
    const answer = Promise.withResolvers<SavedPage>();
    const one = saverOf(editor, () => answer.promise, now);
    const save = one.save();
    const discarded = discardKept({ editor, saver: one }, 'page', ids);
    return { editor, save, discarded, answer };
  }

  it('waits for it, and says what has been saved', async () => {
    const { editor, save, discarded, answer } = await saving();
    const render = answerTo(sent[0] as PageSave);
    answer.resolve({ answer: render, version: render.version });
    await Promise.all([save, discarded]);
    expect(editor.get().page?.plugins['p-one']?.fields.content).toBe('<p>x</p>');
    expect(toasts()).toEqual(['These changes are saved already.']);
  });

  it('waits for it, and lets go of what could not be saved', async () => {
    const { editor, save, discarded, answer } = await saving();
    answersWith(samplePage());
    answer.reject(new ProblemError(422, { code: 'action_refused' }));
    await Promise.all([save, discarded]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
    expect(toasts()).toEqual([]);
  });

  it('does not say of what no longer fits the page that it was saved', async () => {
    const now = samplePage(9);
    const row = now.page.blocks.own?.nodes[0];
    if (row && 'block' in row) row.block = { nodes: row.block.nodes.filter(({ id }) => id !== 'a') };
    now.plugins = Object.fromEntries(Object.entries(now.plugins).filter(([id]) => id !== 'p-one'));
    const { editor, save, discarded, answer } = await saving(now);
    answer.reject(new ProblemError(422, { code: 'action_refused' }));
    await Promise.all([save, discarded]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
    expect(editor.get().base?.version).toBe(9);
    expect(toasts()).toEqual([]);
  });

  it('keeps nothing for the next login where the session ends', async () => {
    const { save, discarded, answer } = await saving();
    answersWith(samplePage());
    answer.reject(new ProblemError(401, { code: 'unauthorized' }));
    await Promise.all([save, discarded]);
    expect(kept()).toBeUndefined();
  });
});
