import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { applyActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { findNode } from '../../page/tree.ts';
import type { BlockNode, PageRender } from '../../page/types.ts';
import { duplicate } from '../inserting/duplicate.ts';
import { placeOf } from '../places/places.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { type QueuedChange, unsavedCount } from '../store/queue.ts';
import { clashesOf, withDecisions } from './conflict.ts';
import { differences } from './differences.ts';
import { hasKeptQueue, keepQueue, takeKeptQueue } from './kept-queue.ts';
import { type Conflict, type PageSave, pathOf } from './page-api.ts';
import { createSaver } from './saver.ts';

const write = (pluginId: string, content: string): Action => ({
  name: 'PLUGIN_UPDATE',
  pluginId,
  fields: { content },
});

function answerTo(save: PageSave): PageRender {
  const answer = samplePage(save.version + 1);
  for (const action of save.actions) {
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

let editor: EditorStore;
let sent: PageSave[];
let dropped: QueuedChange[];
let respond: (save: PageSave) => PageRender;

const saver = () =>
  createSaver(
    editor,
    async (save) => {
      sent.push(save);
      return respond(save);
    },
    { onSaved: () => undefined, onDropped: (changes) => dropped.push(...changes) },
  );
const refuse = (status: number, body: Record<string, unknown>) => () => {
  throw new ProblemError(status, body);
};

beforeEach(() => {
  sessionStorage.clear();
  editor = createEditorStore();
  editor.open(samplePage());
  sent = [];
  dropped = [];
  respond = answerTo;
  editor.change('Write', [write('p-one', '<p>x</p>')]);
});

describe('saving', () => {
  it('empties the queue and goes on from the answer', async () => {
    await saver().save();
    expect(unsavedCount(editor.get().queue)).toBe(0);
    expect(editor.get().base?.version).toBe(8);
  });

  it('sends what one request may not hold in several, changes whole', async () => {
    for (let count = 0; count < 700; count += 1) {
      // Two settings apart from each other, so that none takes the place of another.
      editor.change(`Change ${count}`, [
        { name: 'NODE_SET_IDS', level: 'page', nodeId: 'one', ids: [`a${count}`] },
        { name: 'LAYOUT_MOVE_NODE', nodeId: 'one', parentId: 'c', index: count % 2 },
      ]);
    }
    await saver().save();
    expect(sent.map((save) => save.actions.length)).toEqual([999, 402]);
    expect(sent.map((save) => save.version)).toEqual([7, 8]);
    expect(new Set(sent.map((save) => save.idempotencyKey)).size).toBe(2);
    expect(unsavedCount(editor.get().queue)).toBe(0);
  });

  it('cuts a change that is too large by itself, and takes all of it back by one undo', async () => {
    const many = Array.from({ length: 700 }, (_, count): Action[] => [
      { name: 'NODE_SET_IDS', level: 'page', nodeId: 'one', ids: [`a${count}`] },
      { name: 'LAYOUT_MOVE_NODE', nodeId: 'one', parentId: 'c', index: 0 },
    ]).flat();
    editor.change('Large', many);
    await saver().save();
    expect(sent.map((save) => save.actions.length)).toEqual([1, 1000, 400]);
    editor.undo();
    expect(editor.unsaved().map((change) => change.label)).toEqual(['Undo Large']);
  });

  it('sends who sees a part together with the part, however much more there is of it', async () => {
    const large = samplePage();
    const column = findNode(large.page, 'c') as BlockNode;
    const looks = { tagName: 'section', classNames: ['lead'], href: '/about', backgroundColour: '#fff' };
    const fields = { ...looks, scopeWhitelist: ['club'] };
    for (let count = 0; count < 100; count += 1) {
      column.block.nodes.push({ id: `n${count}`, type: 'plugin', pluginId: `q${count}` });
      large.plugins[`q${count}`] = { id: `q${count}`, ref: 'cms.text', fields: {}, version: 1 };
      large.page.nodeFields[`n${count}`] = { site: fields, page: fields };
    }
    let saved = stateOf(large);
    respond = ({ version, actions }) => {
      saved = applyActions(saved, actions);
      return { ...large, ...saved, version: version + 1 };
    };
    editor.open(large);
    editor.change('Duplicate row', duplicate(saved, placeOf(saved.page, 'row'))?.actions ?? []);
    await saver().save();
    const [first, second] = sent.map((save) => save.actions.map(({ name }) => name));
    expect(first).toEqual(Array(103).fill('PLUGIN_CREATE'));
    expect(second?.slice(0, 201)).toEqual(['NODE_CREATE', ...Array(200).fill('NODE_SET_SCOPE_WHITELIST')]);
    expect(sent.map((save) => save.actions.length)).toEqual([103, 1000, 1]);
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
    expect(sent[2]?.actions).toEqual([write('p-two', '<p>y</p>')]);
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
    expect(hasKeptQueue('page')).toBe(true);
    const kept = takeKeptQueue('page');
    expect(hasKeptQueue('page')).toBe(false);
    const again = createEditorStore();
    expect(again.open(samplePage(), kept)).toEqual([]);
    expect(again.get().page?.plugins['p-one']?.fields.content).toBe('<p>x</p>');
  });

  it('does not keep what has arrived although the session ended meanwhile', async () => {
    respond = (save) => {
      keepQueue('page', editor.unsaved());
      return answerTo(save);
    };
    await saver().save();
    expect(hasKeptQueue('page')).toBe(false);
  });

  it('keeps what was changed while it arrived, when the session ended meanwhile', async () => {
    respond = (save) => {
      editor.change('Write', [write('p-two', '<p>y</p>')]);
      keepQueue('page', editor.unsaved());
      return answerTo(save);
    };
    await saver().save();
    expect(takeKeptQueue('page').map(({ actions }) => actions)).toEqual([[write('p-two', '<p>y</p>')]]);
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
    expect(hasKeptQueue(samplePage().page.id)).toBe(false);
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
    thing: 'plugin:p-one',
    actionIndexes: [0],
    changedBy: { userId: 'u', name: 'Bea' },
    version: 9,
  };

  it('shows both texts and who was faster', () => {
    const mine = editor.get().page ?? stateOf(theirs);
    const [clash] = clashesOf(
      [conflict, { ...conflict, thing: 'plugin:p-one/fields' }],
      mine,
      stateOf(theirs),
    );
    expect(clash).toMatchObject({
      name: 'Text',
      changedBy: 'Bea',
      texts: { mine: 'x', theirs: 'theirs' },
      isGone: false,
    });
    expect(clash?.actionIndexes).toEqual([0, 0]);
  });

  it('keeps mine on top of theirs, or lets only the clashing part go', async () => {
    editor.change('Remove', [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }]);
    const one = saver();
    respond = refuse(409, { code: 'page_conflict', conflicts: [conflict], current: theirs });
    await one.save();
    const { status } = one.status.getState();
    if (status.name !== 'conflict') throw new Error('no conflict');
    const mine = editor.get().page ?? stateOf(theirs);
    const clashes = clashesOf(status.answer.conflicts, mine, stateOf(theirs));
    const keep = (side: 'mine' | 'theirs') =>
      withDecisions(editor.unsaved(), status.sent, clashes, new Map([['plugin:p-one', side]]));
    expect(keep('mine').map((change) => change.label)).toEqual(['Write', 'Remove']);
    expect(keep('theirs').map((change) => change.label)).toEqual(['Remove']);

    respond = answerTo;
    await one.resolve(keep('theirs'), theirs);
    expect(sent.at(-1)).toMatchObject({ version: 9, actions: [{ name: 'BLOCK_REMOVE_NODE' }] });
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
