import { renderHook, waitFor } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { schemaExtensions } from '../plugins/rich-text/extensions.ts';
import { documentFromHtml, htmlFromDocument } from '../plugins/rich-text/html.ts';
import { useToasts } from '../ui/toast.ts';
import type { Editing } from './context.tsx';
import { createEditing } from './create-editing.ts';
import { useEarlyBar } from './early-bar.ts';
import { useEditTyping } from './edit-typing.ts';
import { samplePage } from './sample-page.ts';
import type { Mode } from './store/mode.ts';

const nothing = () => undefined;
const IN_TEXT: Mode = { name: 'editPlugin', nodeId: 'one', caret: 'afterTitle' };
let editing: Editing;

beforeEach(() => {
  editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
});

const field = () => document.querySelector('textarea');
const toasts = () => useToasts.getState().toasts;

/** The shell's bar, after Edit was pressed in it and these words were typed; then the editor's screen. */
function pressedEarly(words: string, start: () => Promise<void>): void {
  document.body.innerHTML =
    '<div id="pw-early-bar"><textarea id="e"></textarea><label for="e">Edit</label></div>';
  field()?.focus();
  (field() as HTMLTextAreaElement).value = words;
  renderHook(() => useEarlyBar(editing, start));
}

const opensIn = (mode: Mode) => async () => {
  editing.editor.open(samplePage());
  editing.editor.setMode(mode);
};

/** A text with these contents, and the caret at its end. */
function text(html: string): Editor {
  const editor = new Editor({ extensions: schemaExtensions, injectCSS: false });
  editor.view.dispatch(
    editor.state.tr.replaceWith(
      0,
      editor.state.doc.content.size,
      documentFromHtml(html, editor.schema).content,
    ),
  );
  editor.commands.setTextSelection(editor.state.doc.content.size);
  return editor;
}

it('gives way where Edit was not pressed', () => {
  document.body.innerHTML = '<div id="pw-early-bar"><textarea></textarea></div>';
  const start = vi.fn(async () => undefined);
  renderHook(() => useEarlyBar(editing, start));
  expect(start).not.toHaveBeenCalled();
  expect(field()).toBeNull();
});

describe('what was typed before there was a caret', () => {
  it.each([
    ['<h1>News</h1>', ' today\nBelow', '<h1>News today</h1><p>Below</p>'],
    ['<ul><li>One</li></ul>', '\nTwo', '<ul><li>One</li><li>Two</li></ul>'],
  ])('comes into the text as by keys: %s', async (html, words, written) => {
    pressedEarly(words, opensIn(IN_TEXT));
    await waitFor(() => expect(editing.editor.get().mode).toEqual(IN_TEXT));
    expect(document.activeElement).toBe(field());
    const opened = text(html);
    editing.texts.setState({ text: opened });
    await waitFor(() => expect(field()).toBeNull());
    expect(htmlFromDocument(opened.state.doc)).toBe(written);
    expect(toasts()).toEqual([]);
  });

  it.each([
    ['has no caret for it', opensIn({ name: 'edit' })],
    ['could not be opened', async () => undefined],
  ])('is given back where the page %s', async (_why, start) => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const words = `Typed\nearly ${'on '.repeat(200)}`;
    pressedEarly(words, start);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(field()).toBeNull();
    expect(toasts()[0]?.detail).toMatch(/^Typed\nearly on .*…$/);
    toasts()[0]?.also?.onClick();
    expect(writeText).toHaveBeenCalledWith(words);
  });

  it('is not spoken of where it is nothing', async () => {
    pressedEarly(' \n', opensIn({ name: 'edit' }));
    await waitFor(() => expect(field()).toBeNull());
    expect(toasts()).toEqual([]);
  });
});

describe('what is typed after a press of the toolbar’s Edit', () => {
  let letOpen: () => void;
  const isOpened = () =>
    new Promise<void>((opened) => {
      letOpen = opened;
    });

  /** The toolbar, with its Edit pressed; the page opens in this mode, once it may. */
  function press(mode: Mode): { again: () => void; button: HTMLElement } {
    document.body.innerHTML = '<button type="button">Edit</button>';
    const button = document.querySelector('button') as HTMLElement;
    const opened = isOpened();
    const start = async () => {
      await opened;
      if (!editing.editor.get().page) await opensIn(mode)();
    };
    const { result } = renderHook(() => useEditTyping(editing, start));
    const again = () => {
      button.focus();
      void result.current();
    };
    again();
    return { again, button };
  }

  afterEach(() => vi.unstubAllGlobals());

  it('comes into the text, and goes on doing so after another press', async () => {
    const { again } = press(IN_TEXT);
    expect(document.activeElement).toBe(field());
    (field() as HTMLTextAreaElement).value = ' today';
    again();
    expect(document.activeElement).toBe(field());
    expect(document.querySelectorAll('textarea')).toHaveLength(1);
    letOpen();
    await waitFor(() => expect(editing.editor.get().mode).toEqual(IN_TEXT));
    const opened = text('<h1>News</h1>');
    editing.texts.setState({ text: opened });
    await waitFor(() => expect(field()).toBeNull());
    expect(htmlFromDocument(opened.state.doc)).toBe('<h1>News today</h1>');
  });

  it('does so after a click into the page', () => {
    const { button } = press(IN_TEXT);
    button.focus();
    const click = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
    field()?.parentElement?.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
    expect(document.activeElement).toBe(field());
  });

  it('leaves the keyboard where it was on a page without a caret', async () => {
    const { button } = press({ name: 'edit' });
    letOpen();
    await waitFor(() => expect(field()).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it.each([
    ['whose page is open', () => editing.editor.open(samplePage())],
    ['of a touch screen', () => vi.stubGlobal('matchMedia', () => ({ matches: true }))],
  ])('has no field after one %s', (_which, prepare) => {
    prepare();
    press(IN_TEXT);
    expect(field()).toBeNull();
  });
});
