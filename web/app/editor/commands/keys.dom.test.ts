import type { Hotkey } from '@tanstack/hotkeys';
import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { schemaExtensions } from '../../plugins/rich-text/extensions.ts';
import { isPressed } from '../../shortcuts/pressed.ts';
import { ALIGNMENTS, BLOCKS, LISTS, MARKS } from '../../writing/format-actions.ts';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { allCommands } from './all.ts';
import { commandFor, isTextTarget } from './keys.ts';

const press = (key: string, more: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...more });

afterEach(() => vi.restoreAllMocks());

describe('a key', () => {
  it.each<[string, KeyboardEvent, Hotkey]>([
    ['with Ctrl', press('s', { ctrlKey: true }), 'Mod+S'],
    ['with two others', press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+Z'],
    ['an arrow', press('ArrowUp', { altKey: true }), 'Alt+ArrowUp'],
    ['a sign that takes Shift', press('?', { shiftKey: true }), '?'],
    ['the same on another keyboard', press('/', { shiftKey: true }), '/'],
    ['one without a letter', press('Delete'), 'Delete'],
    ['a Cyrillic letter at its place', press('ы', { ctrlKey: true, code: 'KeyS' }), 'Mod+S'],
    ['a Hebrew one', press('ש', { ctrlKey: true, code: 'KeyA', shiftKey: true }), 'Mod+Shift+A'],
    ['a Latin letter wherever it is', press('z', { ctrlKey: true, code: 'KeyY' }), 'Mod+Z'],
  ])('%s is found', (_what, event, hotkey) => expect(isPressed(event, hotkey)).toBe(true));

  it.each<[string, KeyboardEvent, Hotkey]>([
    ['a letter of another place', press('w', { ctrlKey: true, code: 'KeyZ' }), 'Mod+Z'],
    ['another sign at the place', press('-', { code: 'Slash' }), '/'],
    ['with a key more', press('s', { ctrlKey: true, altKey: true }), 'Mod+S'],
    ['a sign with Ctrl', press('/', { ctrlKey: true }), '/'],
    ['a sign with Alt', press('/', { altKey: true }), '/'],
    ['half a word of an input method', press('s', { ctrlKey: true, isComposing: true }), 'Mod+S'],
  ])('%s is another', (_what, event, hotkey) => expect(isPressed(event, hotkey)).toBe(false));

  it('is with ⌘ on a Mac, where Ctrl is something else', () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    expect(isPressed(press('e', { metaKey: true }), 'Mod+E')).toBe(true);
    expect(isPressed(press('e', { ctrlKey: true }), 'Mod+E')).toBe(false);
  });
});

it.each([
  ['<input>', true],
  ['<input type="search">', true],
  ['<textarea></textarea>', true],
  ['<p contenteditable="true"></p>', true],
  ['<input type="radio">', false],
  ['<input type="checkbox">', false],
  ['<button></button>', false],
])('typing goes into %s: %s', (html, takes) => {
  document.body.innerHTML = html;
  expect(isTextTarget(document.body.firstElementChild)).toBe(takes);
});

describe('the command for a key', () => {
  let editor: EditorStore;
  const find = (event: ReturnType<typeof press>, isInText = false) =>
    commandFor(allCommands, event, editor.get(), isInText)?.name;
  beforeEach(() => {
    editor = createEditorStore();
    editor.open(samplePage());
  });

  it('is none while it cannot be done', () => {
    expect(find(press('z', { ctrlKey: true }))).toBeUndefined();
    editor.setMode({ name: 'edit' });
    expect(find(press('z', { ctrlKey: true }))).toBe('undo');
    expect(find(press('Delete'))).toBeUndefined();
    editor.select('one');
    expect(find(press('Delete'))).toBe('remove');
  });

  it('leaves plain keys to a text', () => {
    editor.setMode({ name: 'edit' });
    editor.select('one');
    expect(find(press('Delete'), true)).toBeUndefined();
    expect(find(press('?', { shiftKey: true }), true)).toBeUndefined();
    expect(find(press('ArrowUp', { altKey: true }), true)).toBe('move-up');
  });

  it('cannot remove what carries the page', () => {
    editor.setMode({ name: 'edit' });
    for (const nodeId of ['own', 'main-row', 'header']) {
      editor.select(nodeId);
      expect(find(press('Delete'))).toBeUndefined();
    }
  });

  it.each(
    allCommands
      .filter(({ worksInText, name }) => worksInText && name !== 'undo' && name !== 'redo')
      .flatMap(named),
  )('%s works in a text, too: %s is nothing there', (_name, key) => {
    const { text, press } = typing();
    expect(press(key)).toBe(false);
    text.destroy();
  });
});

describe('in a text', () => {
  const shown = [...MARKS, ...BLOCKS, ...LISTS, ...ALIGNMENTS].flatMap((action) =>
    action.keys ? [action] : [],
  );

  it.each(shown.map((action) => [action.name, action] as const))(
    '%s has the key that is shown',
    (_name, action) => {
      const { text, press } = typing();
      if (action.name === 'paragraph') text.commands.toggleHeading({ level: 2 });
      expect(action.isActive?.(text)).toBe(false);
      expect(press(action.keys as Hotkey)).toBe(true);
      expect(action.isActive?.(text)).toBe(true);
      text.destroy();
    },
  );
});

/** A text with a word selected, and how its keys are pressed: true when it does something. */
function typing() {
  const text = new Editor({ extensions: schemaExtensions, content: '<p>word</p>' });
  text.commands.selectAll();
  const press = (hotkey: Hotkey) => {
    const parts = hotkey.split('+');
    const letter = parts.at(-1) ?? '';
    const shiftKey = parts.includes('Shift');
    const isLetter = letter.length === 1;
    const event = new KeyboardEvent('keydown', {
      key: isLetter && !shiftKey ? letter.toLowerCase() : (SHIFTED[letter] ?? letter),
      keyCode: isLetter ? letter.toUpperCase().charCodeAt(0) : 0,
      ctrlKey: parts.includes('Mod'),
      altKey: parts.includes('Alt'),
      shiftKey,
      cancelable: true,
    });
    text.view.dom.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { text, press };
}

/** What Shift makes of digits on an English keyboard. */
const SHIFTED: Record<string, string> = { 7: '&', 8: '*' };

const named = ({ name, keys = [] }: { name: string; keys?: readonly Hotkey[] }): [string, Hotkey][] =>
  keys.map((key) => [name, key]);
