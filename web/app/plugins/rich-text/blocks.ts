/** The blocks that HTML has and the usual rich-text schema lacks. */
import { mergeAttributes, Node } from '@tiptap/core';
import CodeBlock from '@tiptap/extension-code-block';
import { Paragraph } from '@tiptap/extension-paragraph';
import { isSafeImageAddress } from './addresses.ts';

const CONTAINERS =
  'div section article aside header footer main nav address center figure dl dd details fieldset hgroup'.split(
    ' ',
  );
const LINES = ['figcaption', 'dt', 'summary', 'legend'];

/**
 * A paragraph knows whether it is one in the HTML or only in the schema: `<li>text</li>` holds a paragraph
 * here and none there. One that was written out keeps its tag; html.ts leaves out the others again.
 */
export const TightParagraph = Paragraph.extend({
  addAttributes() {
    return {
      isWrittenOut: {
        default: false,
        parseHTML: (element) => element.parentElement !== null && element.parentElement.tagName !== 'BODY',
        renderHTML: (attributes) => (attributes.isWrittenOut ? {} : { 'data-pw-tight': '' }),
      },
    };
  },
});

/** A block that holds blocks, whatever its tag. */
export const Container = Node.create({
  name: 'container',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes() {
    return {
      tag: { default: 'div', rendered: false, parseHTML: (element) => element.tagName.toLowerCase() },
    };
  },
  parseHTML() {
    return CONTAINERS.map((tag) => ({ tag }));
  },
  renderHTML({ node, HTMLAttributes }) {
    // Shown open while editing, or what is in it could not be reached; html.ts takes that away again.
    const isShut = node.attrs.tag === 'details' && HTMLAttributes.open === undefined;
    return [
      node.attrs.tag,
      mergeAttributes(HTMLAttributes, isShut ? { open: '', 'data-pw-shut': '' } : {}),
      0,
    ];
  },
});

/** A block of one line inside such a container: a caption, a term, a summary. */
export const Line = Node.create({
  name: 'line',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes() {
    return {
      tag: { default: 'figcaption', rendered: false, parseHTML: (element) => element.tagName.toLowerCase() },
    };
  },
  parseHTML() {
    return LINES.map((tag) => ({ tag }));
  },
  renderHTML({ node, HTMLAttributes }) {
    return [node.attrs.tag, HTMLAttributes, 0];
  },
});

export const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes() {
    return {
      src: {},
      alt: { default: null },
      title: { default: null },
      width: { default: null },
      height: { default: null },
    };
  },
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) => (isSafeImageAddress(element.getAttribute('src') ?? '') ? null : false),
      },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    return ['img', HTMLAttributes];
  },
});

/** `<pre><code>`. */
export const CodeListing = CodeBlock.extend({
  parseHTML() {
    return [
      { tag: 'pre', preserveWhitespace: 'full', getAttrs: (element) => (isListing(element) ? null : false) },
    ];
  },
});

/** `<pre>` without `<code>`: verse, drawings made of letters. Unlike a listing it may hold marks. */
export const Verse = Node.create({
  name: 'verse',
  group: 'block',
  content: 'inline*',
  defining: true,
  whitespace: 'pre',
  parseHTML() {
    return [
      { tag: 'pre', preserveWhitespace: 'full', getAttrs: (element) => (isListing(element) ? false : null) },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    return ['pre', HTMLAttributes, 0];
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) =>
        editor.isActive(this.name) && editor.commands.command(({ tr }) => tr.insertText('\n') !== undefined),
    };
  },
});

function isListing(pre: HTMLElement): boolean {
  return pre.childNodes.length === 1 && pre.firstElementChild?.tagName === 'CODE';
}
