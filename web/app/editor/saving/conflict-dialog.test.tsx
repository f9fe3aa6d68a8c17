import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PageRender } from '../../page/types.ts';
import { renderPiece } from '../../testing/screen.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { insertBranchRow } from '../inserting/insert.ts';
import { sampleBlock, samplePage } from '../sample-page.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { Conflict, PageSave } from './page-api.ts';
import {
  actionsIn,
  answerTo,
  editor,
  labelsLost,
  refuse,
  resetBench,
  saver,
  sent,
  server,
  write,
} from './testing/bench.ts';

resetBench();

const nothing = () => undefined;
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

/** A text of Bea's at the end of the column b. */
function withTextInColumn(): PageRender {
  const render = samplePage(9);
  const row = render.page.blocks.own?.nodes[0];
  const column = row && 'block' in row ? row.block.nodes.find(({ id }) => id === 'b') : undefined;
  if (!column || !('block' in column)) throw new Error('the sample has no column b');
  column.block.nodes.push({ id: 'new', type: 'plugin', pluginId: 'p-new' });
  render.plugins['p-new'] = { id: 'p-new', ref: 'cms.text', fields: { content: '<p>new</p>' }, version: 9 };
  render.page.plugins.push({ ref: 'cms.text', pluginId: 'p-new' });
  return render;
}

/** The dialog about the removal of the column b, which was refused. */
async function askAboutColumn(current: PageRender, resource: string) {
  editor.change('Fewer columns', [{ name: 'NODE_DELETE', nodeId: 'b' }]);
  return ask(current, { resource, parts: ['*'], actionIndexes: [1] });
}

async function ask(current: PageRender, clash: Pick<Conflict, 'resource' | 'parts' | 'actionIndexes'>) {
  const conflict: Conflict = {
    ...clash,
    changedBy: { userId: 'u', name: 'Bea' },
    version: 9,
  };
  const one = saver();
  server.respond = refuse(409, { code: 'page_conflict', conflicts: [conflict], current });
  await one.save();
  server.respond = answerTo;
  const parts = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  const editing = { ...parts, editor, saver: one };
  const { user } = renderPiece(
    <EditingContext value={editing}>
      <ConflictDialog />
    </EditingContext>,
  );
  await screen.findByRole('dialog');
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save with these choices' }));
    await waitFor(() => expect(one.status.getState().status.name).toBe('idle'));
    return actionsIn(sent.at(-1) as PageSave);
  };
  return { save, user };
}

it('has a column stay that somebody else has put something into, and offers nothing else', async () => {
  const { save } = await askAboutColumn(withTextInColumn(), 'node:new');
  screen.getByText('Bea has added something to what you removed, so it stays.');
  // It is on their side alone, and named as there.
  screen.getByRole('heading', { name: 'Text' });
  expect([choice('Keep mine').disabled, choice('Take theirs').checked]).toEqual([true, true]);
  expect(await save()).toEqual([write('p-one', '<p>x</p>')]);
  // What was said here needs no message that it was lost.
  expect(labelsLost()).toEqual([]);
});

it('removes a column with what somebody else has written in it, where that is chosen', async () => {
  const theirs = samplePage(9);
  theirs.plugins['p-three'] = { id: 'p-three', ref: 'cms.text', fields: { content: '<p>z</p>' }, version: 9 };
  const { save } = await askAboutColumn(theirs, 'plugin:p-three');
  expect([choice('Keep mine').disabled, choice('Keep mine').checked]).toEqual([false, true]);
  expect(await save()).toEqual([write('p-one', '<p>x</p>'), { name: 'NODE_DELETE', nodeId: 'b' }]);
});

/** The dialog about a text in a block that was put on the page a moment ago: others have changed it elsewhere since. */
async function askAboutBlock({ isThere = true } = {}) {
  editor.lend(sampleBlock());
  const page = editor.get().page;
  if (!page) throw new Error('No page is open.');
  editor.change('Add block', insertBranchRow(page, 'hours', { parentId: 'own', index: 1 }).actions);
  editor.change('Write', [write('p-hours', '<p>9 to 6</p>')]);
  server.block = () => (isThere ? sampleBlock('<p>10 to 4</p>', 9) : undefined);
  // The page as others have it does not show the block.
  return ask(samplePage(9), { resource: 'plugin:p-hours', parts: ['fields/content'], actionIndexes: [2] });
}

const theirs = () => screen.getByRole('heading', { name: 'Theirs' }).parentElement?.textContent;

it('shows what others have made of a block that is not on their page, and keeps mine where that is chosen', async () => {
  const { save } = await askAboutBlock();
  screen.getByText(/Changed by Bea/);
  expect(theirs()).toBe('Theirs10 to 4');
  expect([choice('Keep mine').disabled, choice('Keep mine').checked]).toEqual([false, true]);
  expect(await save()).toContainEqual(write('p-hours', '<p>9 to 6</p>'));
});

it('takes what others have made of a block that is not on their page', async () => {
  const { save, user } = await askAboutBlock();
  await user.click(choice('Take theirs'));
  const shown: unknown[] = [];
  server.respond = (sentSave) => {
    shown.push(editor.get().page?.plugins['p-hours']?.fields.content);
    return answerTo(sentSave);
  };
  expect(await save()).not.toContainEqual(write('p-hours', '<p>9 to 6</p>'));
  expect(shown).toEqual(['<p>10 to 4</p>']);
});

it('says that a text is gone with the block that it was in', async () => {
  const { save } = await askAboutBlock({ isThere: false });
  screen.getByText(/Removed by Bea/);
  expect([choice('Keep mine').disabled, choice('Take theirs').checked]).toEqual([true, true]);
  expect(await save()).not.toContainEqual(write('p-hours', '<p>9 to 6</p>'));
});
