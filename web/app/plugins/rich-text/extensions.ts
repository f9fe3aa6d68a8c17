/** The schema, keys and input rules of rich text. Undo is the page's (the editor's store), not the text's. */
import type { Extensions } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem } from '@tiptap/extension-list/item';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { OrderedList } from '@tiptap/extension-list/ordered-list';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { Align } from './align.ts';
import { CodeListing, Container, Image, Line, TightParagraph, Verse } from './blocks.ts';
import { FigureKeys } from './figures.ts';
import { InlineTag } from './inline-tags.ts';
import { KeptAttributes } from './kept-attributes.ts';
import { KeptBlock } from './kept-block.ts';
import { Link } from './links.ts';
import { tableExtensions } from './tables.ts';

/**
 * TipTap's starter kit, one by one, since the kit brings what is left out here: its history, whose place the page's takes,
 * the drop cursor, and the trailing paragraph, which behind a table or a code block would make the page jump.
 */
const starters: Extensions = [
  Bold,
  Blockquote,
  BulletList,
  Document,
  Gapcursor,
  HardBreak,
  Heading,
  HorizontalRule,
  Italic,
  ListItem,
  ListKeymap,
  Link,
  OrderedList,
  Strike,
  Text,
  Underline,
];

export const schemaExtensions: Extensions = [
  ...starters,
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
  FigureKeys,
  InlineTag,
  KeptBlock,
  ...tableExtensions,
  Align,
  KeptAttributes,
];
