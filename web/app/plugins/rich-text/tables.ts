/**
 * Tables as plain HTML: no widths, wrappers or column groups of the editor's own. Texts can hold them from the start; what
 * they are edited with weighs more than all other formats together, and is loaded when a text has one.
 */
import { type CommandProps, callOrReturn, type Editor, getExtensionField, Node } from '@tiptap/core';
import { TableCell } from '@tiptap/extension-table/cell';
import { TableHeader } from '@tiptap/extension-table/header';
import { TableRow } from '@tiptap/extension-table/row';
import type { Fragment, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { createPlace } from './late-tools.ts';
import type * as TableTools from './table-tools.ts';
import { TAKEN_OVER } from './take-over.ts';

let tools: typeof TableTools | undefined;

const COMMANDS = [
  'insertTable',
  'addRowBefore',
  'addRowAfter',
  'addColumnBefore',
  'addColumnAfter',
  'deleteRow',
  'deleteColumn',
  'deleteTable',
  'toggleHeaderRow',
  'goToNextCell',
  'goToPreviousCell',
] as const;
const KEYS = ['Tab', 'Shift-Tab', 'Backspace', 'Mod-Backspace', 'Delete', 'Mod-Delete'];

const place = createPlace('table');

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  tableRole: 'table',
  isolating: true,
  parseHTML() {
    return [{ tag: 'table' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['table', HTMLAttributes, ['tbody', 0]];
  },
  // By their roles ProseMirror knows the parts of a table.
  extendNodeSchema(extension) {
    const { name, options, storage } = extension;
    return { tableRole: callOrReturn(getExtensionField(extension, 'tableRole', { name, options, storage })) };
  },
  addCommands() {
    const run =
      (name: string) =>
      (...given: unknown[]) =>
      (props: CommandProps) =>
        tools?.run(name, given, props) ?? false;
    return Object.fromEntries(COMMANDS.map((name) => [name, run(name)]));
  },
  addKeyboardShortcuts() {
    const { editor } = this;
    return Object.fromEntries(KEYS.map((key) => [key, () => tools?.press(key, editor) ?? false]));
  },
  addProseMirrorPlugins() {
    return tools?.pluginsFor(this.editor) ?? place.plugins();
  },
  onCreate() {
    if (holdsTable(this.editor.state.doc.content)) loadAhead(this.editor);
  },
  onTransaction({ transaction }) {
    if (place.isFree(this.editor) && bringsTable(transaction)) loadAhead(this.editor);
  },
});

export const tableExtensions = [Table, TableRow, TableHeader, TableCell];

function holdsTable(content: Fragment): boolean {
  let found = false;
  content.descendants(({ type }) => {
    if (type.name === 'table') found = true;
    return !found;
  });
  return found;
}

function bringsTable({ steps }: Transaction): boolean {
  return steps.some((step) => 'slice' in step && holdsTable((step.slice as Slice).content));
}

/** Loads what tables are edited with, for a text: until then its commands for tables do nothing. */
export async function loadTableTools(text: Editor): Promise<void> {
  tools ??= await import('./table-tools.ts');
  if (!place.fill(text, tools.pluginsFor)) return;
  const fixed = tools.fixTables(text.state);
  if (fixed) text.view.dispatch(fixed.setMeta(TAKEN_OVER, true).setMeta('addToHistory', false));
}

/** What fails here is tried again, and told, when a command is wanted. */
function loadAhead(text: Editor): void {
  loadTableTools(text).catch(() => undefined);
}
