import { render } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WINDOW } from '../../page/window-room.ts';
import { shownFile } from '../testing.ts';
import { schemaExtensions } from './extensions.ts';
import { type RichTextHost, RichTextHostContext } from './host.ts';
import { documentFromHtml, htmlFromDocument } from './html.ts';
import { type ImagesAround, imageViews } from './image-view.ts';
import { RichText } from './rich-text.tsx';
import { takeOver } from './take-over.ts';
import { createTyping } from './typing.ts';

describe('holding typing back', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('hands over when the hands rest, and at the latest after two seconds', () => {
    const handed: string[] = [];
    let text = '';
    const typing = createTyping(
      '',
      () => text,
      (html) => handed.push(html),
    );
    const type = (letter: string) => {
      text += letter;
      typing.typed();
    };
    type('a');
    vi.advanceTimersByTime(300);
    type('b');
    expect(handed).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(handed).toEqual(['ab']);
    for (let count = 0; count < 7; count += 1) {
      type('c');
      vi.advanceTimersByTime(300);
    }
    expect(handed).toHaveLength(2);
  });

  it('hands over at once when asked, and nothing twice', () => {
    const submit = vi.fn();
    const typing = createTyping('', () => 'a', submit);
    typing.flush();
    typing.typed();
    typing.flush();
    typing.typed();
    typing.flush();
    expect(submit).toHaveBeenCalledTimes(1);
  });
});

describe('taking over a text that changed elsewhere', () => {
  const opened = (html: string) => {
    const editor = new Editor({ extensions: schemaExtensions, injectCSS: false });
    takeOver(editor.view, documentFromHtml(html, editor.schema));
    return editor;
  };

  it.each([
    ['<p>One</p>', '<p>One two</p>'],
    ['<p>aaa</p>', '<p>aaaa</p>'],
    ['<p>aaaa</p>', '<p>aa</p>'],
    ['<p>One</p><p>Two</p>', '<h2>Two</h2>'],
    ['<ul><li>One</li></ul>', ''],
  ])('makes %s into %s', (before, after) => {
    const editor = opened(before);
    takeOver(editor.view, documentFromHtml(after, editor.schema));
    expect(htmlFromDocument(editor.state.doc)).toBe(after);
  });

  it('puts the caret at the end of what differs', () => {
    const editor = opened('<p>One two three</p>');
    takeOver(editor.view, documentFromHtml('<p>One 2 three</p>', editor.schema));
    const { from } = editor.state.selection;
    expect(editor.state.doc.textBetween(0, from)).toBe('One 2');
  });

  it('leaves the caret where it is when an image has another address', () => {
    const image = (address: string) =>
      `<p>One <a href="/x"><img src="${address}" alt="A"></a> two</p><p>Three</p>`;
    const editor = opened(image('https://e.org/a.png'));
    editor.commands.setTextSelection({ from: 10, to: 12 });
    takeOver(editor.view, documentFromHtml(image('/files/a.png'), editor.schema));
    expect(htmlFromDocument(editor.state.doc)).toBe(image('/files/a.png'));
    const { from, to } = editor.state.selection;
    expect([from, to]).toEqual([10, 12]);
  });

  it('does nothing to a text that is the same', () => {
    const editor = opened('<p>One</p>');
    const before = editor.state;
    takeOver(editor.view, documentFromHtml('<p>One</p>', editor.schema));
    expect(editor.state).toBe(before);
  });
});

describe('the editor in a page', () => {
  it('stands in the same element, hands over when it goes, and tells its host', () => {
    const onChange = vi.fn();
    const detach = vi.fn();
    const host: RichTextHost = {
      attach: vi.fn(() => detach),
      onFlush: () => () => undefined,
      askForLink: vi.fn(),
    };
    const { container, unmount } = render(
      <RichTextHostContext value={host}>
        <RichText
          html="<p>One</p>"
          label="Text"
          className="pw-prose"
          autoFocus
          onChange={onChange}
          onLeave={vi.fn()}
        />
      </RichTextHostContext>,
    );
    const text = container.querySelector('.pw-prose');
    expect(text?.getAttribute('role')).toBe('textbox');
    expect(text?.getAttribute('aria-label')).toBe('Text');
    expect(host.attach).toHaveBeenCalled();
    const [editor] = vi.mocked(host.attach).mock.calls.at(-1) ?? [];
    editor?.commands.insertContent(' more');
    unmount();
    expect(onChange).toHaveBeenCalledWith(expect.stringContaining('more'));
    expect(detach).toHaveBeenCalled();
  });

  it('has the first line in hand where it stands in for one of the editor’s own', () => {
    const attach = vi.fn((_editor: Editor) => () => undefined);
    const host: RichTextHost = { attach, onFlush: () => () => undefined, askForLink: vi.fn() };
    const html = '<h2>Your heading</h2><p>Below</p>';
    const props = { label: 'Text', className: 'pw-prose', onChange: vi.fn(), onLeave: vi.fn() };
    render(
      <RichTextHostContext value={host}>
        <RichText {...props} html={html} caret="firstLine" autoFocus />
      </RichTextHostContext>,
    );
    const [editor] = attach.mock.calls.at(-1) ?? [];
    editor?.commands.insertContent('Mine');
    expect(editor && htmlFromDocument(editor.state.doc)).toBe('<h2>Mine</h2><p>Below</p>');
  });
});

describe('words that were handed over and undone before the next drawing', () => {
  const edited = () => {
    const host = {
      attach: vi.fn((_editor: Editor) => () => undefined),
      onFlush: vi.fn((_flush: () => void) => () => undefined),
      askForLink: vi.fn(),
    };
    const text = () => (
      <RichTextHostContext value={host}>
        <RichText label="Text" html="<p>One</p>" autoFocus onChange={onChange} onLeave={vi.fn()} />
      </RichTextHostContext>
    );
    const onChange = vi.fn();
    const { rerender } = render(text());
    const editor = host.attach.mock.calls.at(-1)?.[0] as Editor;
    // Nothing is laid out here that could be scrolled to.
    vi.spyOn(editor.view, 'coordsAtPos').mockReturnValue({ left: 0, right: 0, top: 0, bottom: 0 });
    editor.commands.insertContent(' two');
    return { editor, onChange, flush: host.onFlush.mock.calls.at(-1)?.[0], draw: () => rerender(text()) };
  };
  const shown = (editor: Editor) => htmlFromDocument(editor.state.doc);

  it('are taken off the screen', () => {
    const { editor, onChange, flush, draw } = edited();
    flush?.();
    expect(onChange).toHaveBeenCalledWith('<p>One two</p>');
    draw();
    expect(shown(editor)).toBe('<p>One</p>');
  });

  it('stay where they are held back still, and only something else is drawn', () => {
    const { editor, draw } = edited();
    draw();
    expect(shown(editor)).toBe('<p>One two</p>');
  });
});

describe('a caret behind the title', () => {
  it.each([
    ['<h1>About us</h1><p>Below</p>', '<h1>About us!</h1><p>Below</p>'],
    ['<p>One</p><p>Two</p>', '<p>One</p><p>Two!</p>'],
    ['', '<p>!</p>'],
  ])('writes on where somebody would: %s', (html, written) => {
    const attach = vi.fn((_editor: Editor) => () => undefined);
    const host: RichTextHost = { attach, onFlush: () => () => undefined, askForLink: vi.fn() };
    const props = { label: 'Text', onChange: vi.fn(), onLeave: vi.fn() };
    render(
      <RichTextHostContext value={host}>
        <RichText {...props} html={html} caret="afterTitle" autoFocus />
      </RichTextHostContext>,
    );
    const [editor] = attach.mock.calls.at(-1) ?? [];
    editor?.commands.insertContent('!');
    expect(editor && htmlFromDocument(editor.state.doc)).toBe(written);
  });
});

describe('the images of a text that is edited', () => {
  const html = '<p>One <img src="/files/a b.jpg" alt="A boat"> two</p>';
  const files = { '/files/a b.jpg': shownFile() };
  const draw = (images: ImagesAround, onChange = vi.fn()) => (
    <RichText html={html} label="Text" images={images} onChange={onChange} onLeave={() => undefined} />
  );
  const imageIn = (container: HTMLElement) => container.querySelector('img') as HTMLImageElement;

  it('are drawn as the page draws them, so that nothing moves', () => {
    const { container } = render(draw({ files, room: WINDOW }));
    expect(container.querySelector('[data-pw-inline]')).not.toBeNull();
    const image = imageIn(container);
    expect([image.width, image.height, image.alt]).toEqual([3000, 2000, 'A boat']);
    expect(image.srcset).toContain('1024w');
  });

  it('are drawn anew when the page knows them, and stay in the text as they were', () => {
    const onChange = vi.fn();
    const { container, rerender } = render(draw({ files: {}, room: WINDOW }, onChange));
    const image = imageIn(container);
    expect(image.srcset).toBe('');
    rerender(draw({ files, room: WINDOW }, onChange));
    expect(imageIn(container)).toBe(image);
    expect(image.srcset).toContain('1024w');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('are copied and stored without what the page gives them', () => {
    const views = imageViews(() => ({ files, room: WINDOW }));
    const editor = new Editor({ extensions: [...schemaExtensions, views], injectCSS: false });
    takeOver(editor.view, documentFromHtml(html, editor.schema));
    expect(editor.view.dom.querySelector('img')?.srcset).toContain('1024w');
    expect(htmlFromDocument(editor.state.doc)).toBe(html);
    editor.destroy();
  });
});
