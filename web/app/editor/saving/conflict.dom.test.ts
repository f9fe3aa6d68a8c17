import { describe, expect, it } from 'vitest';
import type { Action } from '../../page/actions/types.ts';
import type { PageRender } from '../../page/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { unsavedCount } from '../store/queue.ts';
import { clashesOf } from './conflict.ts';
import { decided } from './decisions.ts';
import { differences } from './differences.ts';
import type { Conflict, PageSave } from './page-api.ts';
import {
  ANNE,
  actionsIn,
  answerTo,
  editor,
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
    server.respond = refuse(409, { code: 'page_conflict', conflicts: [conflict], current: theirs });
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

    server.respond = answerTo;
    await one.resolve({ clashes, sides: sides('theirs') });
    expect(sent.at(-1)?.changes).toEqual([
      { version: 9, actions: [{ name: 'BLOCK_REMOVE_NODE', nodeId: 'two' }] },
    ]);
  });

  describe('about what was moved out of a column that goes', () => {
    const moved = samplePage(9);
    const place: Conflict = {
      resource: 'node:three',
      parts: ['place'],
      actionIndexes: [1],
      changedBy: { userId: 'u', name: 'Bea' },
      version: 9,
    };
    const emptyAndRemove: Action[] = [
      { name: 'LAYOUT_MOVE_NODE', nodeId: 'three', parentId: 'a', index: 2 },
      { name: 'NODE_DELETE', nodeId: 'b' },
    ];
    const resolve = async (side: 'mine' | 'theirs', ...steps: Action[][]) => {
      for (const actions of steps) editor.change('Fewer columns', actions);
      const one = saver();
      server.respond = refuse(409, { code: 'page_conflict', conflicts: [place], current: moved });
      await one.save();
      const clashes = clashesOf([place], editor.get().page ?? stateOf(moved), stateOf(moved));
      server.respond = answerTo;
      await one.resolve({ clashes, sides: new Map([['node:three', side]]) });
      return actionsIn(sent.at(-1) as PageSave);
    };

    it('leaves the column with theirs in it', async () => {
      expect(await resolve('theirs', emptyAndRemove)).toEqual([write('p-one', '<p>x</p>')]);
      expect(labelsLost()).toEqual(['Fewer columns']);
    });

    it('leaves the column also where it was removed in a step of its own', async () => {
      const steps = emptyAndRemove.map((action) => [action]);
      expect(await resolve('theirs', ...steps)).toEqual([write('p-one', '<p>x</p>')]);
      expect(labelsLost()).toEqual(['Fewer columns']);
    });

    it('removes the column with mine', async () => {
      expect(await resolve('mine', emptyAndRemove)).toEqual([write('p-one', '<p>x</p>'), ...emptyAndRemove]);
      expect(labelsLost()).toEqual([]);
    });
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
    expect(lost.flatMap(({ unreachable }) => unreachable.map(({ label }) => label))).toEqual(['Write']);
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
    expect(lost.flatMap(({ unreachable }) => unreachable.map(({ label }) => label))).toEqual(['Write']);
  });

  it('whose mine was kept is undone to theirs', async () => {
    const { one, clashes } = await clashing();
    server.respond = answerTo;
    await one.resolve({ clashes, sides: sides('mine') });
    expect(sent.at(-1)?.changes).toEqual([{ version: 9, actions: [write('p-one', '<p>x</p>')] }]);
    editor.undo();
    expect(editor.get().page?.plugins['p-one']?.fields.content).toBe('<p>theirs</p>');
  });
});

describe('a conflict of a page that was left', () => {
  const theirs = samplePage(9);
  const other = (): PageRender => {
    const render = samplePage(3);
    return { ...render, page: { ...render.page, id: 'other', url: '/other' } };
  };
  const conflict: Conflict = {
    resource: 'plugin:p-one',
    parts: ['fields/content'],
    actionIndexes: [0],
    version: 9,
  };
  const choices = {
    clashes: clashesOf([conflict], stateOf(samplePage()), stateOf(theirs)),
    sides: new Map([['plugin:p-one', 'mine' as const]]),
  };

  async function asked(of = editor) {
    const one = saver(of);
    server.respond = refuse(409, { code: 'page_conflict', conflicts: [conflict], current: theirs });
    await one.save();
    expect(one.status.getState().status.name).toBe('conflict');
    server.respond = answerTo;
    return one;
  }

  it.each([
    ['closed', () => editor.close()],
    ['left for another', () => void editor.open(other(), { userId: ANNE })],
    ['opened by another user', () => void editor.open(samplePage(), { userId: 'bea' })],
  ])('is asked about no more: %s', async (_how, leave) => {
    const one = await asked();
    leave();
    expect(one.status.getState().status).toEqual({ name: 'idle' });
  });

  it('stays a question while its page is open', async () => {
    const one = await asked();
    editor.change('Write', [write('p-two', '<p>y</p>')]);
    editor.setUrl('/moved');
    expect(one.status.getState().status.name).toBe('conflict');
  });

  it.each([
    ['another page', () => other(), ANNE, 'other'],
    ['another user', () => samplePage(3), 'bea', 'page'],
  ])('is decided on by nothing of what %s has open', async (_whose, render, userId, pageId) => {
    // Nobody says to the saver that the page was left.
    const one = await asked({ ...editor, subscribe: () => () => undefined });
    editor.open(render(), { userId });
    editor.change('Write', [write('p-two', '<p>y</p>')]);
    await one.resolve(choices);
    expect(one.status.getState().status).toEqual({ name: 'idle' });
    expect([editor.get().base?.page.id, editor.get().base?.version]).toEqual([pageId, 3]);
    expect(editor.unsaved().map(({ actions }) => actions)).toEqual([[write('p-two', '<p>y</p>')]]);
    expect(sent).toHaveLength(1);
  });
});

it('a save that failed is of the page that was left', async () => {
  const one = saver();
  server.respond = refuse(0, { code: 'network_error', detail: 'Not reached.' });
  await one.save();
  expect(one.status.getState().status.name).toBe('failed');
  editor.close();
  expect(one.status.getState().status).toEqual({ name: 'idle' });
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
