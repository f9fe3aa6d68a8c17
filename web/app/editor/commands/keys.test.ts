import { formatForDisplay, type Hotkey } from '@tanstack/hotkeys';
import { Editor, getExtensionField, type KeyboardShortcutCommand } from '@tiptap/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { schemaExtensions } from '../../plugins/rich-text/extensions.ts';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { BLOCKS, LINK, LISTS, MARKS } from '../text/format-actions.ts';
import { allCommands } from './all.ts';
import { commandFor, isPressed, isTextTarget } from './keys.ts';

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

  it('has one meaning for each key', () => {
    // Between viewing and editing: only one of the two is there.
    const twice = doubles(allCommands.filter(({ name }) => name !== 'edit').flatMap(named));
    expect(twice).toEqual([]);
  });

  it('has no key that means something else in a text', () => {
    // A text has undo and redo of its own, and `edit` is for when there is none.
    const alike = ['undo', 'redo', 'edit'];
    const inText = allCommands.filter(({ worksInText, name }) => worksInText && !alike.includes(name));
    const shown = [...MARKS, ...BLOCKS, ...LISTS, LINK].flatMap(({ name, keys }) =>
      keys ? [[name, keys]] : [],
    );
    expect(doubles([...inText.flatMap(named), ...shown] as [string, Hotkey][])).toEqual([]);
    const own = keysOfTexts();
    expect(own).toContain(signature('Mod+B'));
    expect(inText.flatMap(({ keys = [] }) => keys).filter((key) => own.includes(signature(key)))).toEqual([]);
    // What the bar shows is what the text does.
    expect(shown.map(([, key]) => signature(key as Hotkey)).filter((key) => !own.includes(key))).toEqual([
      signature(LINK.keys as Hotkey),
    ]);
  });
});

const named = ({ name, keys = [] }: { name: string; keys?: readonly Hotkey[] }): [string, Hotkey][] =>
  keys.map((key) => [name, key]);

const signature = (key: Hotkey) =>
  [...new Set(formatForDisplay(key, { parts: true, platform: 'linux' }))].sort().join(' ');

/** Keys with two meanings. */
function doubles(all: [string, Hotkey][]): string[] {
  const meanings = new Map<string, Set<string>>();
  for (const [name, key] of all)
    meanings.set(signature(key), (meanings.get(signature(key)) ?? new Set()).add(name));
  return [...meanings].filter(([, names]) => names.size > 1).map(([key, names]) => `${key}: ${[...names]}`);
}

/** The keys that rich text itself acts on, whatever a command would do with them. */
function keysOfTexts(): string[] {
  const editor = new Editor({ extensions: schemaExtensions });
  const keys = editor.extensionManager.extensions.flatMap((extension) => {
    const { name, options, storage } = extension;
    const type = editor.schema.nodes[name] ?? editor.schema.marks[name];
    const context = { name, options, storage, editor, type };
    const add = getExtensionField<(() => Record<string, KeyboardShortcutCommand>) | undefined>(
      extension,
      'addKeyboardShortcuts',
      context,
    );
    return Object.keys(add?.() ?? {});
  });
  editor.destroy();
  return keys.filter((key) => key.includes('-')).map((key) => signature(key.replaceAll('-', '+') as Hotkey));
}
