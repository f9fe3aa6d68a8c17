/** What the format bar can do to a text: each with its name, icon, key and state, as objects like the commands. */
import { t } from '@lingui/core/macro';
import type { Hotkey } from '@tanstack/hotkeys';
import type { Editor } from '@tiptap/core';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  Captions,
  Code,
  CodeXml,
  Grid2x2X,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Image as ImageIcon,
  ImageUp,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  PanelTop,
  Pilcrow,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Table,
  TableColumnsSplit,
  TableRowsSplit,
  Underline,
} from 'lucide-react';
import { imageAt } from '../plugins/rich-text/figures.ts';
import { loadTableTools } from '../plugins/rich-text/tables.ts';
import { loadFailed } from '../ui/load-failure.tsx';
import { toast } from '../ui/toast.ts';
import { addImage, chooseAnother } from './add-image.ts';
import type { TextStore } from './text-store.ts';

export interface FormatAction {
  name: string;
  label: string;
  icon: LucideIcon;
  keys?: Hotkey;
  isActive?: (text: Editor) => boolean;
  /** By what else it is found. */
  words?: readonly string[];
  /** Left out: always possible. */
  isEnabled?: (text: Editor) => boolean;
  run: (text: Editor, texts: TextStore) => void;
}

type Chain = ReturnType<Editor['chain']>;

/** Runs a chain of TipTap commands and gives the keyboard back to the text. */
function chained(run: (chain: Chain) => Chain): FormatAction['run'] {
  return (text) => void run(text.chain().focus()).run();
}

/** The same for tables: what they are edited with may have to be loaded first. */
function tabled(run: (chain: Chain) => Chain): FormatAction['run'] {
  return (text, texts) =>
    void loadTableTools(text).then(
      () => text.isDestroyed || chained(run)(text, texts),
      () => toast.error(loadFailed()),
    );
}

function mark(name: string, label: string, icon: LucideIcon, keys: Hotkey): FormatAction {
  return {
    name,
    label,
    icon,
    keys,
    isActive: (text) => text.isActive(name),
    isEnabled: (text) => text.can().toggleMark(name),
    run: chained((chain) => chain.toggleMark(name)),
  };
}

export const MARKS: readonly FormatAction[] = [
  mark('bold', t`Bold`, Bold, 'Mod+B'),
  mark('italic', t`Italic`, Italic, 'Mod+I'),
  mark('underline', t`Underline`, Underline, 'Mod+U'),
  mark('strike', t`Strikethrough`, Strikethrough, 'Mod+Shift+S'),
  mark('code', t`Code`, Code, 'Mod+Shift+C'),
];

export const LINK: FormatAction = {
  name: 'link',
  label: t`Link`,
  icon: Link2,
  keys: 'Mod+K',
  isActive: (text) => text.isActive('link'),
  run: (_text, texts) => texts.setState({ isLinking: true, isDescribing: false }),
};

export const CLEAR: FormatAction = {
  name: 'clear',
  label: t`Remove formatting`,
  icon: RemoveFormatting,
  run: chained((chain) => chain.unsetAllMarks().clearNodes()),
};

function heading(level: 1 | 2 | 3 | 4, icon: LucideIcon): FormatAction {
  return {
    name: `heading-${level}`,
    label: t`Heading ${level}`,
    icon,
    keys: `Mod+Alt+${level}`,
    isActive: (text) => text.isActive('heading', { level }),
    run: chained((chain) => chain.setHeading({ level })),
  };
}

/** What a paragraph can be. */
export const BLOCKS: readonly FormatAction[] = [
  {
    name: 'paragraph',
    label: t`Paragraph`,
    icon: Pilcrow,
    keys: 'Mod+Alt+0',
    isActive: (text) =>
      text.isActive('paragraph') &&
      !text.isActive('bulletList') &&
      !text.isActive('orderedList') &&
      !text.isActive('blockquote'),
    run: chained((chain) => chain.clearNodes()),
  },
  heading(1, Heading1),
  heading(2, Heading2),
  heading(3, Heading3),
  heading(4, Heading4),
  {
    name: 'quote',
    label: t`Quote`,
    icon: Quote,
    keys: 'Mod+Shift+B',
    isActive: (text) => text.isActive('blockquote'),
    run: chained((chain) => chain.toggleBlockquote()),
  },
  {
    name: 'codeBlock',
    label: t`Code block`,
    icon: CodeXml,
    keys: 'Mod+Alt+C',
    isActive: (text) => text.isActive('codeBlock'),
    run: chained((chain) => chain.toggleCodeBlock()),
  },
];

export const LISTS: readonly FormatAction[] = [
  {
    name: 'bulletList',
    label: t`Bulleted list`,
    icon: List,
    keys: 'Mod+Shift+8',
    isActive: (text) => text.isActive('bulletList'),
    run: chained((chain) => chain.toggleBulletList()),
  },
  {
    name: 'orderedList',
    label: t`Numbered list`,
    icon: ListOrdered,
    keys: 'Mod+Shift+7',
    isActive: (text) => text.isActive('orderedList'),
    run: chained((chain) => chain.toggleOrderedList()),
  },
];

export const NESTING: readonly FormatAction[] = [
  {
    name: 'indent',
    label: t`Indent item`,
    icon: IndentIncrease,
    isEnabled: (text) => text.can().sinkListItem('listItem'),
    run: chained((chain) => chain.sinkListItem('listItem')),
  },
  {
    name: 'outdent',
    label: t`Outdent item`,
    icon: IndentDecrease,
    isEnabled: (text) => text.can().liftListItem('listItem'),
    run: chained((chain) => chain.liftListItem('listItem')),
  },
];

function align(value: string, label: string, icon: LucideIcon, keys: Hotkey): FormatAction {
  return {
    name: `align-${value}`,
    label,
    icon,
    keys,
    isActive: (text) => text.isActive({ textAlign: value }),
    run: chained((chain) => chain.toggleTextAlign(value)),
  };
}

export const ALIGNMENTS: readonly FormatAction[] = [
  align('left', t`Align left`, AlignLeft, 'Mod+Shift+L'),
  align('center', t`Centre`, AlignCenter, 'Mod+Shift+E'),
  align('right', t`Align right`, AlignRight, 'Mod+Shift+R'),
];

/** An image of the library where the caret is, or what is said of the one that is there. */
export const IMAGE: FormatAction = {
  name: 'image',
  label: t`Image`,
  icon: ImageIcon,
  words: ['picture', 'photo', 'figure', 'caption', 'media'],
  isActive: (text) => imageAt(text.state) !== undefined,
  run: (text, texts) => {
    if (imageAt(text.state)) texts.setState({ isDescribing: true, isLinking: false });
    else void addImage(text, texts);
  },
};

/** Only while an image is selected, or the caret is in its caption. */
export const DESCRIPTION: FormatAction = {
  ...IMAGE,
  name: 'description',
  label: t`Alternative text and caption`,
  icon: Captions,
  isActive: undefined,
};

/** The same, for who may choose one of the library. */
export const REPLACEMENT: FormatAction = {
  name: 'replaceImage',
  label: t`Replace image`,
  icon: ImageUp,
  run: (text) => void chooseAnother(text),
};

export const INSERTIONS: readonly FormatAction[] = [
  IMAGE,
  {
    name: 'insertTable',
    label: t`Table`,
    icon: Table,
    isEnabled: (text) => !text.isActive('table'),
    run: tabled((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true })),
  },
  {
    name: 'rule',
    label: t`Dividing line`,
    icon: Minus,
    run: chained((chain) => chain.setHorizontalRule()),
  },
];

/** Only while the caret is in a table. */
export const TABLE: readonly FormatAction[] = [
  {
    name: 'rowBefore',
    label: t`Add row above`,
    icon: BetweenHorizontalStart,
    run: tabled((chain) => chain.addRowBefore()),
  },
  {
    name: 'rowAfter',
    label: t`Add row below`,
    icon: BetweenHorizontalEnd,
    run: tabled((chain) => chain.addRowAfter()),
  },
  {
    name: 'columnBefore',
    label: t`Add column left`,
    icon: BetweenVerticalStart,
    run: tabled((chain) => chain.addColumnBefore()),
  },
  {
    name: 'columnAfter',
    label: t`Add column right`,
    icon: BetweenVerticalEnd,
    run: tabled((chain) => chain.addColumnAfter()),
  },
  {
    name: 'deleteRow',
    label: t`Remove row`,
    icon: TableRowsSplit,
    run: tabled((chain) => chain.deleteRow()),
  },
  {
    name: 'deleteColumn',
    label: t`Remove column`,
    icon: TableColumnsSplit,
    run: tabled((chain) => chain.deleteColumn()),
  },
  {
    name: 'headerRow',
    label: t`Header row`,
    icon: PanelTop,
    run: tabled((chain) => chain.toggleHeaderRow()),
  },
  {
    name: 'deleteTable',
    label: t`Remove table`,
    icon: Grid2x2X,
    run: tabled((chain) => chain.deleteTable()),
  },
];
