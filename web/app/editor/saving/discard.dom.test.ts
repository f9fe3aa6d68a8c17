import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import type { PageRender } from '../../page/types.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { unsavedCount } from '../store/queue.ts';
import { discardKept } from './discard.ts';
import type { SavedPage } from './page-api.ts';
import { createSaver } from './saver.ts';
import { ANNE, answerTo, kept, refuse, resetBench, saver, sent, server, write } from './testing/bench.ts';

resetBench();
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const saverOf = (editor: EditorStore, send: () => Promise<SavedPage>) =>
  createSaver(editor, send, {
    readAgain: async () => undefined,
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

it('leaves what is being saved alone', async () => {
  const { editor, ids } = await back();
  const one = saverOf(editor, never);
  void one.save();
  await discardKept({ editor, saver: one }, 'page', ids);
  expect(unsavedCount(editor.get().queue)).toBe(1);
});
