import { Editor } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { afterEach, expect, it } from 'vitest';
import { schemaExtensions } from '../../plugins/rich-text/extensions.ts';
import { type Addresses, type Place, placeInForm } from './place.ts';

const FOREIGN = 'https://e.org/a.png';
const addresses = new Map([[FOREIGN, '/files/Pasted/a.png']]);
let text: Editor;

function open(content: string): Editor {
  text = new Editor({ extensions: [...schemaExtensions, UndoRedo], content });
  return text;
}

afterEach(() => text.destroy());

it('is a step of the text’s own history, apart from what is typed before and after, and leaves the caret', async () => {
  open('<p>one</p>');
  text.commands.insertContentAt(4, `<img src="${FOREIGN}">`);
  text.commands.setTextSelection({ from: 2, to: 3 });
  expect(await placeInForm(text, undefined).replace(addresses)).toBe('replaced');
  expect(text.getHTML()).toContain('/files/Pasted/a.png');
  const { from, to } = text.state.selection;
  expect([from, to]).toEqual([2, 3]);
  text.commands.insertContent('x');
  text.commands.undo();
  expect(text.getHTML()).toContain('one<img src="/files/Pasted/a.png"');
  text.commands.undo();
  expect(text.getHTML()).toContain(`one<img src="${FOREIGN}"`);
  text.commands.undo();
  expect(text.getText()).toBe('one');
  expect(text.getHTML()).not.toContain('img');
});

it('keeps an image in hand that is selected', async () => {
  open(`<p>one<img src="${FOREIGN}"></p>`).commands.setNodeSelection(4);
  await placeInForm(text, undefined).replace(addresses);
  expect(text.state.selection.toJSON()).toEqual({ type: 'node', anchor: 4 });
});

it('says that nothing shows them any more, and changes nothing', async () => {
  open('<p>one</p>');
  const before = text.state;
  expect(await placeInForm(text, undefined).replace(addresses)).toBe('unneeded');
  expect(text.state).toBe(before);
});

it('looks beyond the form once that is over', async () => {
  const asked: Addresses[] = [];
  const beyond: Place = {
    replace: async (given) => {
      asked.push(given);
      return 'replaced';
    },
  };
  open('<p>one</p>').destroy();
  expect(await placeInForm(text, beyond).replace(addresses)).toBe('replaced');
  expect(asked).toEqual([addresses]);
  expect(await placeInForm(text, undefined).replace(addresses)).toBe('gone');
});
