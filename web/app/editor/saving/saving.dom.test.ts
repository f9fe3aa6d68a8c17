import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PageRender } from '../../page/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { createEditorStore, type EditorStore, type Lost } from '../store/editor-store.ts';
import { unsavedCount } from '../store/queue.ts';
import { clashesOf } from './conflict.ts';
import { decided } from './decisions.ts';
import { differences } from './differences.ts';
import { hasKeptQueue, keepQueue, takeKeptQueue } from './kept-queue.ts';
import { type Conflict, type PageSave, pathOf } from './page-api.ts';
import { partsOf } from './parts.ts';
import { createSaver } from './saver.ts';

const write = (pluginId: string, content: string): Action => ({
  name: 'PLUGIN_UPDATE',
  pluginId,
  fields: { content },
});

const actionsIn = (save: PageSave) => save.changes.flatMap(({ actions }) => actions);

function answerTo(save: PageSave): PageRender {
  const answer = samplePage(8);
  for (const action of actionsIn(save)) {
    if (action.name !== 'PLUGIN_UPDATE') continue;
    answer.plugins[action.pluginId] = {
      id: action.pluginId,
      ref: 'cms.text',
      fields: action.fields,
      version: 8,
    };
  }
  return answer;
}

const ANNE = 'anne';
const kept = () => takeKeptQueue(ANNE, 'page');
let editor: EditorStore;
let sent: PageSave[];
let lost: Lost[];
let respond: (save: PageSave) => PageRender;

const saver = () =>
  createSaver(
    editor,
    async (save) => {
      sent.push(save);
      const answer = respond(save);
      return { answer, version: answer.version };
    },
    { onSaved: () => undefined, onLost: (some) => lost.push(some) },
  );
const refuse = (status: number, body: Record<string, unknown>) => () => {
  throw new ProblemError(status, body);
};

beforeEach(() => {
  sessionStorage.clear();
  editor = createEditorStore();
  editor.open(samplePage(), { userId: ANNE });
  sent = [];
  lost = [];
  respond = answerTo;
  editor.change('Write', [write('p-one', '<p>x</p>')]);
});

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
    respond = refuse(0, { code: 'network_error', detail: 'Not reached.' });
    await one.save();
    editor.change('Write', [write('p-two', '<p>y</p>')]);
    respond = answerTo;
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
    respond = refuse(0, { code: 'network_error', detail: 'Not reached.' });
    await one.save();
    expect(one.status.getState().status).toEqual({ name: 'failed', message: 'Not reached.' });
    expect(unsavedCount(editor.get().queue)).toBe(1);
    respond = answerTo;
    await one.save();
    expect(sent[1]).toEqual(sent[0]);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it('keeps the changes in the tab when the session has ended', async () => {
    const one = saver();
    respond = refuse(401, { code: 'unauthorized' });
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
    respond = (save) => {
      keepQueue(ANNE, 'page', editor.toKeep());
      return answerTo(save);
    };
    await saver().save();
    expect(hasKeptQueue(ANNE, 'page')).toBe(false);
  });

  it('keeps what was changed while it arrived, when the session ended meanwhile', async () => {
    respond = (save) => {
      editor.change('Write', [write('p-two', '<p>y</p>')]);
      keepQueue(ANNE, 'page', editor.toKeep());
      return answerTo(save);
    };
    await saver().save();
    expect(kept()?.queue.waiting.map(({ actions }) => actions)).toEqual([[write('p-two', '<p>y</p>')]]);
  });

  it('is for the page it was made on: one opened meanwhile is left alone', async () => {
    respond = (save) => {
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
    respond = () => {
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
        const answer = respond(save);
        return { answer, version: answer.version };
      },
      { onSaved: () => undefined, onLost: () => undefined },
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
    respond = (save) => ({ ...answerTo(save), page: other.page });
    answers[0]?.();
    await expect.poll(() => sent.length).toBe(2);
    answers[1]?.();
    await saving;
    expect(sent.map(({ pageId }) => pageId)).toEqual(['page', 'other']);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });
});

describe('the parts of a long save', () => {
  const many = (count: number): Action[] =>
    Array.from({ length: count }, (_, index) => write('p-one', `${index}`));

  it('hold a thousand actions each, with their versions', () => {
    const parts = partsOf([
      { version: 1, actions: many(700) },
      { version: 2, actions: many(701) },
    ]);
    expect(parts.map((part) => part.map(({ version, actions }) => [version, actions.length]))).toEqual([
      [
        [1, 700],
        [2, 300],
      ],
      [[2, 401]],
    ]);
  });

  it('are not larger than a request may be', () => {
    const large = [write('p-one', 'x'.repeat(900_000)), write('p-two', 'x'.repeat(900_000)), ...many(3)];
    expect(
      partsOf([{ version: 1, actions: [...large, ...large] }]).map((part) => part[0]?.actions.length),
    ).toEqual([5, 5]);
  });

  it('are one even when there is nothing to send', () => {
    expect(partsOf([])).toEqual([[]]);
  });
});

describe('a conflict', () => {
  const theirs = samplePage(9);
  theirs.plugins['p-one'] = {
    id: 'p-one',
    ref: 'cms.text',
    fields: { content: '<p>theirs</p>' },
    version: 9,
  };
  const conflict: Conflict = {
    resource: 'plugin:p-one',
    parts: ['fields/content'],
    actionIndexes: [0],
    changedBy: { userId: 'u', name: 'Bea' },
    version: 9,
  };

  it('shows both texts and who was faster', () => {
    const mine = editor.get().page ?? stateOf(theirs);
    const [clash] = clashesOf([conflict], mine, stateOf(theirs));
    expect(clash).toMatchObject({
      name: 'Text',
      changedBy: 'Bea',
      texts: { mine: 'x', theirs: 'theirs' },
      fields: ['content'],
      isGone: false,
    });
  });

  const clashing = async () => {
    const one = saver();
    respond = refuse(409, { code: 'page_conflict', conflicts: [conflict], current: theirs });
    await one.save();
    const { status } = one.status.getState();
    if (status.name !== 'conflict') throw new Error('no conflict');
    const mine = editor.get().page ?? stateOf(theirs);
    return { one, status, clashes: clashesOf(status.answer.conflicts, mine, stateOf(theirs)) };
  };
  const sides = (side: 'mine' | 'theirs') => new Map([['plugin:p-one', side]]);

  it('keeps mine on top of theirs, or lets only the clashing part go', async () => {
    editor.change('Remove', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }]);
    const { one, status, clashes } = await clashing();
    const keep = (side: 'mine' | 'theirs') =>
      decided(editor.unsaved(), status.sent, 9, { clashes, sides: sides(side) });
    expect(keep('mine').map(({ label, version }) => [label, version])).toEqual([
      ['Write', 9],
      ['Remove', 9],
    ]);
    expect(keep('theirs').map((change) => change.label)).toEqual(['Remove']);

    respond = answerTo;
    await one.resolve({ clashes, sides: sides('theirs') });
    expect(sent.at(-1)?.changes).toEqual([
      { version: 9, actions: [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }] },
    ]);
  });

  it('lets go of the fields that clash, and of no others', async () => {
    const lead: Action = { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { lead: 'mine' } };
    editor.change('Lead', [lead]);
    const { status, clashes } = await clashing();
    const left = decided(editor.unsaved(), status.sent, 9, { clashes, sides: sides('theirs') });
    expect(left.map(({ actions }) => actions)).toEqual([[lead]]);
  });

  it('asks once more about what was changed after the save, unless it is of what mine was chosen for', async () => {
    const { status, clashes } = await clashing();
    editor.change('Write', [write('p-one', '<p>xy</p>')]);
    editor.change('Write', [write('p-two', '<p>y</p>')]);
    const left = decided(editor.unsaved(), status.sent, 9, { clashes, sides: sides('mine') });
    expect(left.map(({ version }) => version)).toEqual([9, 9, 7]);
  });

  it('whose theirs was taken is not undone by Ctrl+Z', async () => {
    const { one, clashes } = await clashing();
    await one.resolve({ clashes, sides: sides('theirs') });
    expect(lost.flatMap(({ forgotten }) => forgotten.map(({ label }) => label))).toEqual(['Write']);
    expect(editor.undo()).toBe('nothing');
    expect(editor.get().page?.plugins['p-one']?.fields.content).toBe('<p>theirs</p>');
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it('about words that came with an answer before leaves no step of mine, once theirs was taken', async () => {
    // The base has their words by now, hidden by mine: nothing is new in the answer to the next save.
    editor.rebase(theirs);
    const { one, clashes } = await clashing();
    await one.resolve({ clashes, sides: sides('theirs') });
    expect(editor.undo()).toBe('nothing');
    expect(editor.redo()).toBe('nothing');
    expect(lost.flatMap(({ forgotten }) => forgotten.map(({ label }) => label))).toEqual(['Write']);
  });

  it('whose mine was kept is undone to theirs', async () => {
    const { one, clashes } = await clashing();
    respond = answerTo;
    await one.resolve({ clashes, sides: sides('mine') });
    expect(sent.at(-1)?.changes).toEqual([{ version: 9, actions: [write('p-one', '<p>x</p>')] }]);
    editor.undo();
    expect(editor.get().page?.plugins['p-one']?.fields.content).toBe('<p>theirs</p>');
  });
});

describe('the differences of two texts', () => {
  it('are words, with what both say left together', () => {
    expect(differences('The quick brown fox', 'The slow brown fox')).toEqual([
      { kind: 'both', text: 'The ' },
      { kind: 'mine', text: 'quick' },
      { kind: 'theirs', text: 'slow' },
      { kind: 'both', text: ' brown fox' },
    ]);
  });

  it('give back both texts whole', () => {
    const mine = 'a b c d e a b';
    const theirs = 'b c x e e a';
    const parts = differences(mine, theirs);
    const side = (other: string) =>
      parts
        .filter((part) => part.kind !== other)
        .map((part) => part.text)
        .join('');
    expect(side('theirs')).toBe(mine);
    expect(side('mine')).toBe(theirs);
  });

  it('of very long texts are found without running out of room', () => {
    const long = (word: string) => Array.from({ length: 4_000 }, (_, index) => `${word}${index}`).join(' ');
    expect(differences(long('a'), long('b'))).toHaveLength(2);
  });
});

describe('the path of an address', () => {
  it.each([
    ['/caf%C3%A9?x=1', '/café'],
    ['/a/b#c', '/a/b'],
    ['/100%', '/100%'],
  ])('of %s is %s', (address, path) => {
    expect(pathOf(address)).toBe(path);
  });
});
