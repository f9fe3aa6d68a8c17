/** The schema, keys and input rules of rich text. Undo is the page's (the editor's store), not the text's. */
import type { Extensions } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeAddress } from './addresses.ts';
import { Align } from './align.ts';
import { CodeListing, Container, Image, Line, TightParagraph, Verse } from './blocks.ts';
import { InlineTag } from './inline-tags.ts';
import { KeptAttributes } from './kept-attributes.ts';
import { KeptBlock } from './kept-block.ts';
import { tableExtensions } from './tables.ts';

export const schemaExtensions: Extensions = [
  StarterKit.configure({
    paragraph: false,
    code: false,
    codeBlock: false,
    undoRedo: false,
    dropcursor: false,
    // It would put an empty paragraph behind a table or a code block, and the page would jump.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => isSafeAddress(address),
    },
  }),
  TightParagraph,
  Code.extend({
    // Elsewhere code is often linked or bold.
    excludes: '',
    addKeyboardShortcuts() {
      // Its own would be Ctrl+E, which is between viewing and editing.
      return { 'Mod-Shift-c': () => this.editor.commands.toggleCode() };
    },
  }),
  CodeListing,
  Verse,
  Container,
  Line,
  Image,
  InlineTag,
  KeptBlock,
  ...tableExtensions,
  Align,
  KeptAttributes,
];
