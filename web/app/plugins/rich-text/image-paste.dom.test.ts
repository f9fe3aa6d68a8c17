import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, it } from 'vitest';
import { schemaExtensions } from './extensions.ts';
import type { RichTextHost } from './host.ts';
import { imagePasting } from './image-paste.ts';

const nothing = () => undefined;
const bytes = 'x'.repeat(300);
const EMBEDDED = `data:image/png;base64,${btoa(bytes)}`;
const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAUwAOw==';
let text: Editor;

/** A text, and what its host is told. */
function open(content = '<p></p>', { mayUpload = true } = {}) {
  const told = {
    foreign: [] as string[],
    spare: undefined as File | undefined,
    lost: [] as number[],
    misplaced: [] as number[],
  };
  const files: File[] = [];
  const host: RichTextHost = {
    attach: () => nothing,
    onFlush: () => nothing,
    askForLink: nothing,
    onForeignImages: (addresses, _text, spare) => Object.assign(told, { foreign: addresses, spare }),
    onImageFile: (file) => (mayUpload ? `/files/Pasted/${files.push(file)}.png` : undefined),
    onLostImages: (count) => told.lost.push(count),
    onMisplacedImages: (count) => told.misplaced.push(count),
  };
  const editorProps = imagePasting(
    () => host,
    () => text,
  );
  text = new Editor({ extensions: schemaExtensions, content, editorProps });
  return { told, files };
}

afterEach(() => text.destroy());

const imageFile = (name = 'image.png') => new File([bytes], name, { type: 'image/png' });

function paste(html: string, files: File[] = []) {
  const clipboardData = {
    files,
    types: html ? ['text/html'] : ['Files'],
    getData: (type: string) => (type === 'text/html' ? html : ''),
  };
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData });
  text.view.dom.dispatchEvent(event);
}

describe('images of other sites', () => {
  it('are in the text at once, and told, with the one that came as a file as well', () => {
    const { told, files } = open();
    const spare = imageFile();
    paste('<meta charset="utf-8"><img src="https://e.org/a.png" alt="A">', [spare]);
    expect(text.getHTML()).toContain('<img src="https://e.org/a.png" alt="A">');
    expect(told).toEqual({ foreign: ['https://e.org/a.png'], spare, lost: [], misplaced: [] });
    expect(files).toEqual([]);
  });

  it('are told without a file where there were several', () => {
    const { told } = open();
    paste('<img src="https://e.org/a.png"><img src="https://e.org/b.png">', [
      imageFile(),
      imageFile('b.png'),
    ]);
    expect([told.foreign, told.spare]).toEqual([['https://e.org/a.png', 'https://e.org/b.png'], undefined]);
  });
});

describe('images that come as bytes', () => {
  it('get the address that they will have, each where it stood', async () => {
    const { told, files } = open();
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><title>${'é'.repeat(200)}</title></svg>`;
    paste(`<p>A <img src="${EMBEDDED}"> B <img src="data:image/svg+xml,${encodeURIComponent(drawing)}"></p>`);
    expect(text.getHTML()).toMatch(
      /A <img src="\/files\/Pasted\/1.png"> B <img src="\/files\/Pasted\/2.png">/,
    );
    expect(files.map(({ type }) => type)).toEqual(['image/png', 'image/svg+xml']);
    expect(await Promise.all(files.map((file) => file.text()))).toEqual([bytes, drawing]);
    expect(told.lost).toEqual([]);
  });

  it('are taken from the clipboard, at the caret', () => {
    const { told, files } = open('<p>one</p>');
    text.commands.setTextSelection(2);
    paste('', [imageFile(), new File(['x'], 'notes.txt', { type: 'text/plain' })]);
    expect(text.getHTML()).toContain('o<img src="/files/Pasted/1.png" alt="">ne');
    expect([files.length, told.lost]).toEqual([1, []]);
  });

  it('are taken from the clipboard where the HTML names one that only an office program has', () => {
    const { told, files } = open();
    paste('<html><body><p><img src="file:///C:/clip_image001.png"></p></body></html>', [imageFile()]);
    expect(text.getHTML()).toContain('/files/Pasted/1.png');
    expect([files.length, told.lost]).toEqual([1, []]);
  });

  it('go into no code, and that is said', () => {
    const { told, files } = open('<pre><code>one</code></pre>');
    text.commands.setTextSelection(2);
    paste('', [imageFile()]);
    expect(text.getHTML()).not.toContain('img');
    expect([files.length, told.lost, told.misplaced]).toEqual([0, [], [1]]);
  });
});

describe('images that nobody can have', () => {
  it('are counted, and the text comes without them', () => {
    const { told } = open();
    paste('<p>A<img src="blob:https://e.org/1"><img src="file:///c.png"><img src="cid:1"></p>');
    expect([text.getText(), told.lost]).toEqual(['A', [3]]);
    paste('<p>B</p>');
    expect(told.lost).toEqual([3]);
  });

  it.each([PLACEHOLDER, 'javascript:x()'])('go without a word where they show nothing: %s', (address) => {
    const { told, files } = open();
    paste(`<p>A<img src="${address}"></p>`);
    expect([text.getText(), text.getHTML().includes('img'), files, told.lost]).toEqual(['A', false, [], []]);
  });

  it('are all that come as bytes where somebody may not upload', () => {
    const { told } = open('<p></p>', { mayUpload: false });
    paste(`<p>A<img src="${EMBEDDED}"></p>`);
    paste('', [imageFile()]);
    expect([text.getText(), told.lost]).toEqual(['A', [1, 1]]);
  });

  it('are what only begins like one', () => {
    const { told } = open();
    paste(`<p>A<img src="data:image/png;base64,${'%'.repeat(300)}"></p>`);
    expect(told.lost).toEqual([1]);
  });
});
