import { Editor } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { schemaExtensions } from './extensions.ts';
import { Slash, type SlashMatch } from './slash.ts';

let text: Editor;
let shown: SlashMatch | null;

beforeEach(() => {
  shown = null;
  const slash = Slash.configure({
    onSlash: (match) => {
      shown = match;
    },
  });
  text = new Editor({ extensions: [...schemaExtensions, slash], content: '<p></p>', injectCSS: false });
  // Nothing has a place where nothing is drawn.
  vi.spyOn(text.view, 'coordsAtPos').mockReturnValue({ left: 0, right: 0, top: 0, bottom: 0 });
});

afterEach(() => text.destroy());

const type = (words: string) => {
  for (const letter of words) text.view.dispatch(text.state.tr.insertText(letter));
};
const addPlugin = () => text.registerPlugin(new Plugin({}));

it('goes on while plugins of the text are added', () => {
  type('/ta');
  addPlugin();
  expect(shown?.query).toBe('ta');
  type('b');
  expect(shown?.query).toBe('tab');
});

it('stays closed where it was closed before plugins are added', () => {
  type('/ta');
  text.view.someProp('handleKeyDown', (handle) =>
    handle(text.view, new KeyboardEvent('keydown', { key: 'Escape' })),
  );
  expect(shown).toBeNull();
  addPlugin();
  type('b');
  expect(shown).toBeNull();
});

it('ends with its text', () => {
  type('/ta');
  text.destroy();
  expect(shown).toBeNull();
});
