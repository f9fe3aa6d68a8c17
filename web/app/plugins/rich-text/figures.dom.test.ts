import { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { afterEach, describe, expect, it } from 'vitest';
import { schemaExtensions } from './extensions.ts';
import {
  describedBy,
  describeImage,
  imageAt,
  insertFigure,
  type PlacedImage,
  removeImage,
  replaceImage,
} from './figures.ts';
import { documentFromHtml, htmlFromDocument } from './html.ts';

let text: Editor;

afterEach(() => text.destroy());

/** A text with the caret behind the words `at`, or with its first image selected. */
function open(html: string, at?: string): void {
  text = new Editor({ extensions: schemaExtensions });
  text.commands.setContent(documentFromHtml(html, text.schema).toJSON());
  let place: number | undefined;
  text.state.doc.descendants((node, position) => {
    if (at === undefined && node.type.name === 'image')
      text.view.dispatch(text.state.tr.setSelection(NodeSelection.create(text.state.doc, position)));
    if (at !== undefined && node.isText && node.text?.includes(at))
      place = position + node.text.indexOf(at) + at.length;
  });
  if (place !== undefined) text.commands.setTextSelection(place);
}

const html = () => htmlFromDocument(text.state.doc);
const placed = () => imageAt(text.state) as PlacedImage;
const press = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  text.view.dom.dispatchEvent(event);
};
const type = (words: string) => text.view.dispatch(text.state.tr.insertText(words));

const IMAGE = '<img src="/files/a.jpg">';
const FIGURE = `<figure>${IMAGE}<figcaption>A <em>boat</em></figcaption></figure>`;

describe('a figure', () => {
  it.each([
    ['<p></p>', undefined, `<figure>${IMAGE}</figure>`],
    ['<p>One</p><p>Two</p>', 'One', `<p>One</p><figure>${IMAGE}</figure><p>Two</p>`],
    ['<h2>One</h2>', 'On', `<h2>One</h2><figure>${IMAGE}</figure>`],
    ['<ul><li>One</li></ul>', 'One', `<ul><li>One<figure>${IMAGE}</figure></li></ul>`],
    ['<pre><code>One</code></pre>', 'One', `<pre><code>One</code></pre><figure>${IMAGE}</figure>`],
    [
      '<table><tbody><tr><td>One</td></tr></tbody></table>',
      'One',
      `<table><tbody><tr><td>One<figure>${IMAGE}</figure></td></tr></tbody></table>`,
    ],
    [FIGURE, 'boat', `${FIGURE}<figure>${IMAGE}</figure>`],
  ])('is put into %s where the caret is, and its image is selected', (before, at, after) => {
    open(before, at ?? '');
    insertFigure(text, '/files/a.jpg');
    expect(html()).toBe(after);
    expect(placed().image.attrs.src).toBe('/files/a.jpg');
    expect(documentFromHtml(after, text.schema).eq(text.state.doc)).toBe(true);
  });

  it('gets what is said of its image, and loses it', () => {
    open(`<figure>${IMAGE}</figure>`);
    describeImage(text, placed(), { alt: 'A boat', caption: ' Built in 1912 ' });
    expect(html()).toBe(
      '<figure><img src="/files/a.jpg" alt="A boat"><figcaption>Built in 1912</figcaption></figure>',
    );
    expect(describedBy(placed())).toEqual({ alt: 'A boat', caption: 'Built in 1912' });
    describeImage(text, placed(), { caption: '' });
    expect(html()).toBe(`<figure>${IMAGE}</figure>`);
  });

  it('keeps how its caption is formatted as long as that says the same', () => {
    open(FIGURE);
    describeImage(text, placed(), { alt: 'x', caption: 'A boat' });
    expect(html()).toContain('<figcaption>A <em>boat</em></figcaption>');
    describeImage(text, placed(), { alt: 'x', caption: 'A ship' });
    expect(html()).toContain('<figcaption>A ship</figcaption>');
  });

  it('is known by its caption, too', () => {
    open(FIGURE, 'boat');
    expect(placed().image.attrs.src).toBe('/files/a.jpg');
    open('<p>One</p>', 'One');
    expect(imageAt(text.state)).toBeUndefined();
  });

  it('goes with its image, and an empty paragraph stays of a text that had nothing else', () => {
    open(`<p>One</p>${FIGURE}<p>Two</p>`);
    removeImage(text, placed());
    expect(html()).toBe('<p>One</p><p>Two</p>');
    open(FIGURE);
    press('Delete');
    expect(html()).toBe('');
    type('Go on');
    expect(html()).toBe('<p>Go on</p>');
  });

  it('stays as long as it has another image', () => {
    open(`<figure>${IMAGE}<img src="/files/b.jpg"><figcaption>Both</figcaption></figure>`);
    press('Backspace');
    expect(html()).toBe(`<figure>${IMAGE}<figcaption>Both</figcaption></figure>`);
  });

  it('shows another image, of which nothing is said yet', () => {
    open('<figure class="alignleft"><img class="x" src="/files/a.jpg" alt="A" width="3"></figure>');
    replaceImage(text, placed(), '/files/b.jpg');
    expect(html()).toBe('<figure class="alignleft"><img class="x" src="/files/b.jpg"></figure>');
  });
});

describe('an image in a paragraph', () => {
  it('gets a figure with its caption', () => {
    open('<p>One</p><p><img src="/files/a.jpg" alt="A"></p>');
    describeImage(text, placed(), { alt: 'A', caption: 'Said' });
    const figure = '<figure><img src="/files/a.jpg" alt="A"><figcaption>Said</figcaption></figure>';
    expect(html()).toBe(`<p>One</p>${figure}`);
    expect(describedBy(placed()).caption).toBe('Said');
  });

  it('leaves the text around it', () => {
    open(`<p>One ${IMAGE}two</p><p>Three</p>`);
    describeImage(text, placed(), { caption: 'Said' });
    expect(html()).toBe(`<p>One two</p><figure>${IMAGE}<figcaption>Said</figcaption></figure><p>Three</p>`);
    expect(describedBy(placed()).caption).toBe('Said');
  });

  it('keeps its link and how its paragraph stands', () => {
    open(`<p class="align-center"><a href="/x">${IMAGE}</a></p>`);
    describeImage(text, placed(), { caption: 'Said' });
    const linked = `<figure><p class="align-center"><a href="/x">${IMAGE}</a></p><figcaption>Said</figcaption></figure>`;
    expect(html()).toBe(linked);
    expect(documentFromHtml(linked, text.schema).eq(text.state.doc)).toBe(true);
  });

  it('keeps its link when it is taken out of the text around it', () => {
    open(`<p class="align-center" id="one">One <a href="/x">${IMAGE}</a></p>`);
    describeImage(text, placed(), { alt: 'A', caption: 'Said' });
    expect(html()).toBe(
      '<p class="align-center" id="one">One </p><figure><p class="align-center"><a href="/x"><img src="/files/a.jpg" alt="A"></a></p><figcaption>Said</figcaption></figure>',
    );
  });

  it('stays where it is without one', () => {
    open(`<p>One ${IMAGE}</p>`);
    describeImage(text, placed(), { alt: '', caption: '' });
    expect(html()).toBe('<p>One <img src="/files/a.jpg" alt=""></p>');
  });
});

describe('the keys of figures', () => {
  it('lead out of one by Enter, from the image and from the end of the caption', () => {
    open(FIGURE);
    press('Enter');
    type('Next');
    expect(html()).toBe(`${FIGURE}<p>Next</p>`);
    open(FIGURE, 'boat');
    press('Enter');
    type('Next');
    expect(html()).toBe(`${FIGURE}<p>Next</p>`);
  });

  it('take no paragraph into the one before it', () => {
    open(`${FIGURE}<p>Next</p>`, '');
    text.commands.setTextSelection(text.state.doc.content.size - 5);
    press('Backspace');
    expect(html()).toBe(`${FIGURE}<p>Next</p>`);
    expect(text.state.selection).toBeInstanceOf(NodeSelection);
  });

  it('take an empty paragraph after one away', () => {
    open(`${FIGURE}<p></p>`, '');
    text.commands.setTextSelection(text.state.doc.content.size - 1);
    press('Backspace');
    expect(html()).toBe(FIGURE);
  });

  it('leave a caption a caption', () => {
    open(FIGURE, 'boat');
    text.commands.setTextSelection(text.state.selection.$from.start());
    press('Backspace');
    expect(html()).toBe(FIGURE);
  });
});
