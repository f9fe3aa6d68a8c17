import { waitFor } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { tableEditingKey } from '@tiptap/pm/tables';
import { afterEach, expect, it, vi } from 'vitest';
import { INSERTIONS, TABLE } from '../../writing/format-actions.ts';
import { createTextStore } from '../../writing/text-store.ts';
import { schemaExtensions } from './extensions.ts';
import { htmlFromDocument } from './html.ts';
import { TAKEN_OVER } from './take-over.ts';

let text: Editor;

function open(content: string) {
  text = new Editor({ extensions: schemaExtensions, content, injectCSS: false });
}

/** As where no text has had a table before: what was loaded once is there for every text. Gives how others are opened there. */
async function openAnew(content: string) {
  vi.resetModules();
  const { schemaExtensions: anew } = await import('./extensions.ts');
  const openThere = (other: string) => new Editor({ extensions: anew, content: other, injectCSS: false });
  text = openThere(content);
  return openThere;
}

afterEach(() => text.destroy());

const html = () => htmlFromDocument(text.state.doc);
const table = (...rows: string[][]) => {
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table><tbody>${cells.join('')}</tbody></table>`;
};
const hasTools = (of = text) => of.state.plugins.some(({ spec }) => spec.key === tableEditingKey);
const untilTools = () => waitFor(() => expect(hasTools()).toBe(true));

function caretBehind(words: string) {
  let found = 0;
  text.state.doc.descendants((node, position) => {
    if (node.text === words) found = position + node.nodeSize;
  });
  text.commands.setTextSelection(found);
}

function press(key: string) {
  const event = new KeyboardEvent('keydown', { key });
  return text.view.someProp('handleKeyDown', (handle) => handle(text.view, event)) ?? false;
}

const run = (name: string) =>
  [...INSERTIONS, ...TABLE].find((action) => action.name === name)?.run(text, createTextStore());

it('a text without a table has no tools for one, and runs none of their commands', async () => {
  const openThere = await openAnew('<p>One</p>');
  text.commands.insertContent('<p>Two</p>');
  expect(press('Tab')).toBe(false);
  expect(text.commands.addRowAfter()).toBe(false);
  // Asked for by now, they would be there before those of a text that asks for them later.
  const other = openThere(table(['1']));
  await waitFor(() => expect(hasTools(other)).toBe(true));
  other.destroy();
  expect(hasTools()).toBe(false);
});

it('one is inserted by what is loaded for it', async () => {
  open('<p>One</p>');
  run('insertTable');
  const row = (tag: string) => `<tr>${`<${tag}></${tag}>`.repeat(3)}</tr>`;
  const inserted = `<table><thead>${row('th')}</thead><tbody>${row('td')}${row('td')}</tbody></table>`;
  await waitFor(() => expect(html()).toContain(inserted));
  expect(hasTools()).toBe(true);
});

it('a text that has one gets the tools: Tab leads on, and adds a row behind the last cell', async () => {
  open(table(['1', '2']));
  await untilTools();
  caretBehind('1');
  expect(press('Tab')).toBe(true);
  expect(text.state.selection.$from.parent.textContent).toBe('2');
  expect(press('Tab')).toBe(true);
  expect(html()).toBe(table(['1', '2'], ['', '']));
});

it('a text into which one is brought gets them, too', async () => {
  open('<p>One</p>');
  text.commands.insertContent(table(['1', '2']));
  await untilTools();
  caretBehind('2');
  run('deleteColumn');
  await waitFor(() => expect(html()).toContain(table(['1'])));
});

it('comes before the keys of what stands in a cell', async () => {
  open(table(['<ul><li>1</li><li>2</li></ul>', '3']));
  await untilTools();
  caretBehind('2');
  press('Tab');
  expect(text.state.selection.$from.parent.textContent).toBe('3');
  expect(html()).toBe(table(['<ul><li>1</li><li>2</li></ul>', '3']));
});

it('makes rows of one length without anybody having typed', async () => {
  await openAnew(table(['1', '2'], ['3']));
  const typed = vi.fn();
  text.on('update', ({ transaction }) => transaction.getMeta(TAKEN_OVER) || typed());
  await waitFor(() => expect(html()).toBe(table(['1', '2'], ['3', ''])));
  expect(typed).not.toHaveBeenCalled();
});

it('leaves alone a text that was closed while they were loaded', async () => {
  await openAnew(table(['1', '2']));
  const register = vi.spyOn(text, 'registerPlugin');
  await new Promise((resolve) => text.on('create', resolve));
  text.destroy();
  await vi.dynamicImportSettled();
  expect(register).not.toHaveBeenCalled();
});
