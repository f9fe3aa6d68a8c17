import { beforeEach, describe, expect, it } from 'vitest';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { allCommands } from './all.ts';
import { commandFor, pressed } from './keys.ts';

const press = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...modifiers,
});

describe('the name of what was pressed', () => {
  it.each([
    [press('s', { ctrlKey: true }), 'mod+s'],
    [press('Z', { metaKey: true, shiftKey: true }), 'mod+shift+z'],
    [press('ArrowUp', { altKey: true }), 'alt+up'],
    [press('?', { shiftKey: true }), '?'],
    [press('Delete'), 'delete'],
  ])('%j is %s', (event, name) => {
    expect(pressed(event)).toBe(name);
  });
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
    const meanings = new Map<string, string[]>();
    for (const { keys = [], name } of allCommands)
      for (const key of keys) meanings.set(key, [...(meanings.get(key) ?? []), name]);
    const twice = [...meanings].filter(([key, names]) => names.length > 1 && key !== 'mod+e');
    expect(twice).toEqual([]);
  });
});
