import { describe, expect, it } from 'vitest';
import { samplePage } from '../sample-page.ts';
import { createEditorStore } from '../store/editor-store.ts';
import { unsavedCount } from '../store/queue.ts';
import { hasKeptQueue, keepQueue, takeKeptQueue } from './kept-queue.ts';
import type { PageSave } from './page-api.ts';
import { createSaver } from './saver.ts';
import {
  ANNE,
  actionsIn,
  answerTo,
  editor,
  kept,
  labelsLost,
  lost,
  refuse,
  resetBench,
  saver,
  sent,
  server,
  write,
} from './testing/bench.ts';

resetBench();

describe('saving', () => {
  it('empties the queue and goes on from the answer', async () => {
    await saver().save();
    expect(unsavedCount(editor.get().queue)).toBe(0);
    expect(editor.get().base?.version).toBe(8);
  });

  it('sends all in one save, with the version of each change', async () => {
    for (let count = 0; count < 700; count += 1) {
      // Two settings apart from each other, so that none takes the place of another.
      editor.change(`Change ${count}`, [
        { name: 'NODE_SET_IDS', level: 'page', nodeId: 'one', ids: [`a${count}`] },
        { name: 'LAYOUT_MOVE_NODE', nodeId: 'one', parentId: 'c', index: count % 2 },
      ]);
    }
    await saver().save();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.changes.map(({ version, actions }) => [version, actions.length])).toEqual([[7, 1401]]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it('goes on with what was changed since, once the answer to a repeated request has come', async () => {
    const one = saver();
    server.respond = refuse(0, { code: 'network_error', detail: 'Not reached.' });
    await one.save();
    editor.change('Write', [write('p-two', '<p>y</p>')]);
    server.respond = answerTo;
    await one.save();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]?.changes).toEqual([{ version: 7, actions: [write('p-two', '<p>y</p>')] }]);
    expect(sent[2]?.ownVersions).toEqual([8]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it('sends nothing when there is nothing', async () => {
    const one = saver();
    await one.save();
    await one.save();
    expect(sent).toHaveLength(1);
  });

  it('keeps everything without an answer, and repeats the same request', async () => {
    const one = saver();
    server.respond = refuse(0, { code: 'network_error', detail: 'Not reached.' });
    await one.save();
    expect(one.status.getState().status).toEqual({ name: 'failed', message: 'Not reached.' });
    expect(unsavedCount(editor.get().queue)).toBe(1);
    server.respond = answerTo;
    await one.save();
    expect(sent[1]).toEqual(sent[0]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it('drops a change that others have made impossible, says so, and saves the others', async () => {
    const one = saver();
    editor.change('Mark', [{ name: 'NODE_SET_IDS', level: 'page', nodeId: 'three', ids: ['mark'] }]);
    server.respond = refuse(422, { code: 'action_refused', detail: 'There is no such node.' });
    server.page = samplePage(9);
    const row = server.page.page.blocks.own?.nodes[0];
    if (row && 'block' in row) row.block = { nodes: row.block.nodes.filter(({ id }) => id !== 'b') };
    await one.save();
    expect(one.status.getState().status).toEqual({ name: 'failed', message: 'There is no such node.' });
    expect(labelsLost()).toEqual(['Mark']);
    server.respond = answerTo;
    await one.save();
    expect(actionsIn(sent.at(-1) as PageSave)).toEqual([write('p-one', '<p>x</p>')]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it.each([
    ['saved', undefined],
    ['refused and read again', refuse(422, { code: 'action_refused', detail: 'There is no such node.' })],
  ])('takes in what is typed in a field before the page as others left it: %s', async (_how, refused) => {
    server.page = samplePage(9);
    server.respond = refused ?? answerTo;
    const typed = [undefined, () => void editor.change('Type', [write('p-two', '<p>typed</p>')])];
    // The first time nothing is typed yet: that is before the save.
    const one = saver(editor, () => typed.shift()?.());
    await one.save();
    expect(editor.unsaved().at(-1)).toMatchObject({ version: 7, actions: [write('p-two', '<p>typed</p>')] });
  });

  it('keeps what is being typed while a refused page is read again', async () => {
    const one = saver();
    server.respond = refuse(422, { code: 'action_refused', detail: 'There is no such node.' });
    server.page = samplePage(9);
    const theirs = server.page.plugins['p-two'];
    if (theirs) theirs.fields = { ...theirs.fields, content: '<p>theirs</p>' };
    const stop = editor.onFlush(() => editor.commit('Typing', [write('p-two', '<p>typed</p>')]));
    await one.save();
    stop();
    server.respond = answerTo;
    await one.save();
    const actions = [write('p-one', '<p>x</p>'), write('p-two', '<p>typed</p>')];
    expect(sent.at(-1)?.changes).toEqual([{ version: 7, actions }]);
  });

  it('drops a kept change that was sent, is refused and does not fit the page as it was opened', async () => {
    editor.change('Mark', [{ name: 'NODE_SET_IDS', level: 'page', nodeId: 'three', ids: ['mark'] }]);
    server.respond = refuse(401, { code: 'unauthorized' });
    await saver().save();
    const page = samplePage(9);
    const row = page.page.blocks.own?.nodes[0];
    if (row && 'block' in row) row.block = { nodes: row.block.nodes.filter(({ id }) => id !== 'b') };
    server.page = page;
    const again = createEditorStore();
    again.open(page, { userId: ANNE, kept: kept() });
    const one = saver(again);
    server.respond = refuse(422, { code: 'action_refused', detail: 'There is no such node.' });
    await one.save();
    expect(labelsLost()).toEqual(['Mark']);
    server.respond = answerTo;
    await one.save();
    expect(actionsIn(sent.at(-1) as PageSave)).toEqual([write('p-one', '<p>x</p>')]);
    expect(unsavedCount(again.get().queue)).toBe(0);
  });

  it('keeps a change that is refused although nobody else has changed the page', async () => {
    const one = saver();
    server.respond = refuse(422, { code: 'action_refused', detail: 'Too large.' });
    server.page = samplePage();
    await one.save();
    expect(one.status.getState().status).toEqual({ name: 'failed', message: 'Too large.' });
    expect(unsavedCount(editor.get().queue)).toBe(1);
    expect(lost).toEqual([]);
  });

  it('keeps the changes in the tab when the session has ended', async () => {
    const one = saver();
    server.respond = refuse(401, { code: 'unauthorized' });
    await one.save();
    expect(one.status.getState().status.name).toBe('loggedOut');
    expect(hasKeptQueue(ANNE, 'page')).toBe(true);
    const again = createEditorStore();
    expect(again.open(samplePage(9), { userId: ANNE, kept: kept() })).toEqual([]);
    expect(hasKeptQueue(ANNE, 'page')).toBe(false);
    expect(again.get().page?.plugins['p-one']?.fields.content).toBe('<p>x</p>');
    const next = again.beginSave();
    expect(next?.changes).toEqual(sent[0]?.changes);
    // It may have arrived all the same.
    expect(next?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  });

  it('gives kept changes to nobody but their user, on no other page, and keeps each page’s', () => {
    keepQueue(ANNE, 'page', editor.toKeep());
    keepQueue(ANNE, 'other', { queue: { waiting: editor.unsaved().slice(0, 0) }, ownVersions: [] });
    expect(hasKeptQueue('bea', 'page')).toBe(false);
    expect(takeKeptQueue('bea', 'page')).toBeUndefined();
    expect(hasKeptQueue(ANNE, 'other')).toBe(false);
    keepQueue('bea', 'page', editor.toKeep());
    expect(kept()?.queue.waiting.map(({ version }) => version)).toEqual([7]);
    expect(hasKeptQueue('bea', 'page')).toBe(true);
  });

  it('does not keep what has arrived although the session ended meanwhile', async () => {
    server.respond = (save) => {
      keepQueue(ANNE, 'page', editor.toKeep());
      return answerTo(save);
    };
    await saver().save();
    expect(hasKeptQueue(ANNE, 'page')).toBe(false);
  });

  it('keeps what was changed while it arrived, when the session ended meanwhile', async () => {
    server.respond = (save) => {
      editor.change('Write', [write('p-two', '<p>y</p>')]);
      keepQueue(ANNE, 'page', editor.toKeep());
      return answerTo(save);
    };
    await saver().save();
    expect(kept()?.queue.waiting.map(({ actions }) => actions)).toEqual([[write('p-two', '<p>y</p>')]]);
  });

  it('is for the page it was made on: one opened meanwhile is left alone', async () => {
    server.respond = (save) => {
      const other = samplePage(3);
      other.page = { ...other.page, id: 'other' };
      editor.open(other);
      return answerTo(save);
    };
    await saver().save();
    expect(editor.get().base?.page.id).toBe('other');
    expect(editor.get().base?.version).toBe(3);
  });

  it('refused when another page is open touches nothing of that one', async () => {
    server.respond = () => {
      const other = samplePage(3);
      other.page = { ...other.page, id: 'other' };
      editor.open(other);
      return refuse(401, { code: 'unauthorized' })();
    };
    const one = saver();
    await one.save();
    expect(one.status.getState().status).toEqual({ name: 'idle' });
    expect(hasKeptQueue(ANNE, samplePage().page.id)).toBe(false);
  });
});

describe('saving while a save is under way', () => {
  const held = () => {
    const answers: (() => void)[] = [];
    const one = createSaver(
      editor,
      async (save) => {
        sent.push(save);
        await new Promise<void>((resolve) => answers.push(resolve));
        const answer = server.respond(save);
        return { answer, version: answer.version };
      },
      {
        readAgain: async () => undefined,
        readBlock: async () => undefined,
        onSaved: () => undefined,
        onLost: () => undefined,
      },
    );
    return { one, answers };
  };

  it('saves what came since, once the answer is there', async () => {
    const { one, answers } = held();
    const saving = one.save();
    editor.change('Write', [write('p-two', '<p>y</p>')]);
    await one.save();
    expect(sent).toHaveLength(1);
    answers[0]?.();
    await expect.poll(() => sent.length).toBe(2);
    answers[1]?.();
    await saving;
    expect(actionsIn(sent[1] as PageSave)).toEqual([write('p-two', '<p>y</p>')]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it('of another page saves the one that is open', async () => {
    const { one, answers } = held();
    const saving = one.save();
    const other = samplePage(3);
    other.page = { ...other.page, id: 'other' };
    editor.open(other, { userId: ANNE });
    editor.change('Write', [write('p-two', '<p>y</p>')]);
    await one.save();
    server.respond = (save) => ({ ...answerTo(save), page: other.page });
    answers[0]?.();
    await expect.poll(() => sent.length).toBe(2);
    answers[1]?.();
    await saving;
    expect(sent.map(({ pageId }) => pageId)).toEqual(['page', 'other']);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });
});
