import { describe, expect, it } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { unsavedCount } from '../store/queue.ts';
import type { PageSave } from './page-api.ts';
import {
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

describe('saving where the service names the action that it refuses', () => {
  const named = (index: number, part: string, code: string) => {
    const detail = 'It cannot be done.';
    const errors = [{ field: `actions.${index}.${part}`, code, detail }];
    return refuse(422, { code: 'action_refused', detail, errors });
  };
  /** The sample page with its row as a shared block. */
  const shared = (version: number) => {
    const page = samplePage(version);
    const share: Action = {
      name: 'NODE_SET_TYPE',
      nodeId: 'row',
      type: 'row-branch',
      blockId: 'banner',
      branchName: 'Banner',
    };
    return { share, page: { ...page, ...applyActions(stateOf(page), [share]) } };
  };

  it('gives up the undo of a shared block that others use by now, says so, and saves the rest', async () => {
    const { share, page } = shared(8);
    const one = saver();
    editor.change('Share', [share]);
    server.respond = () => ({
      ...page,
      plugins: { ...page.plugins, ...answerTo(sent[0] as PageSave).plugins },
    });
    await one.save();
    expect(editor.undo()).toEqual({ label: 'Share' });
    editor.change('Type', [write('p-two', '<p>typed</p>')]);
    server.page = server.respond(sent[0] as PageSave);
    server.respond = (save) => {
      const index = actionsIn(save).findIndex(({ name }) => name === 'NODE_SET_TYPE');
      if (index >= 0) return named(index, 'ids', 'type_not_possible')() as never;
      return { ...page, plugins: { ...page.plugins, ...answerTo(save).plugins }, version: 9 };
    };
    await one.save();
    expect(one.status.getState().status).toEqual({ name: 'failed', message: 'It cannot be done.' });
    expect(labelsLost()).toEqual(['Undo Share']);
    await one.save();
    expect(actionsIn(sent.at(-1) as PageSave)).toEqual([write('p-two', '<p>typed</p>')]);
    expect(one.status.getState().status).toEqual({ name: 'idle' });
    expect(unsavedCount(editor.get().queue)).toBe(0);
    expect(editor.redo()).toBe('nothing');
  });

  it('gives up what was built on it, and nothing else', async () => {
    const one = saver();
    editor.change('Add', [
      { name: 'PLUGIN_CREATE', pluginId: 'new', ref: 'cms.shop', fields: {} },
      { name: 'BLOCK_ADD_PLUGIN_NODE', parentId: 'c', index: 0, nodeId: 'n-new', pluginId: 'new' },
    ]);
    editor.change('Fill', [write('new', '<p>new</p>')]);
    editor.change('Other', [write('p-two', '<p>y</p>')]);
    server.page = samplePage();
    server.respond = named(1, 'ref', 'scope_missing');
    await one.save();
    expect(labelsLost()).toEqual(['Add', 'Fill']);
    expect(editor.unsaved().map(({ label }) => label)).toEqual(['Write', 'Other']);
    // Nothing is said twice, and what was given up can be neither undone nor redone.
    expect(lost.flatMap(({ unreachable }) => unreachable)).toEqual([]);
    expect([editor.undo(), editor.undo(), editor.undo()]).toEqual([
      { label: 'Other' },
      { label: 'Write' },
      'nothing',
    ]);
  });

  it('gives up all that one value was made of', async () => {
    const one = saver();
    editor.change('More', [write('p-one', '<p>xy</p>')]);
    editor.change('Other', [write('p-two', '<p>y</p>')]);
    server.page = samplePage();
    server.respond = named(0, 'pluginId', 'plugin_not_found');
    await one.save();
    expect(labelsLost()).toEqual(['Write', 'More']);
    expect(editor.unsaved().map(({ label }) => label)).toEqual(['Other']);
  });

  it('keeps a text that is refused as it is: it can be written otherwise', async () => {
    const one = saver();
    server.page = samplePage();
    server.respond = named(0, 'fields.content', 'too_long');
    await one.save();
    expect(labelsLost()).toEqual([]);
    expect(editor.unsaved().map(({ label }) => label)).toEqual(['Write']);
  });
});
