/**
 * Tables as plain HTML: no widths, wrappers or column groups of the editor's own. Texts can hold them from the start; what
 * they are edited with weighs more than all other formats together, and is loaded when a text has one.
 */
import { callOrReturn, type Editor, getExtensionField, Node } from '@tiptap/core';
import { TableCell } from '@tiptap/extension-table/cell';
import { TableHeader } from '@tiptap/extension-table/header';
import { TableRow } from '@tiptap/extension-table/row';
import type { Fragment, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { createPlace } from './late-tools.ts';
import type * as TableTools from './table-tools.ts';
import { TAKEN_OVER } from './take-over.ts';

type Tools = typeof TableTools;

let tools: Tools | undefined;

/** Loads what tables are edited with. Until then their commands do nothing. */
export async function loadTableTools(): Promise<Tools> {
  tools ??= await import('./table-tools.ts');
  return tools;
}

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
  extendNodeSchema({ name, options, storage, ...extension }) {
    const role = getExtensionField({ name, options, storage, ...extension }, 'tableRole', {
      name,
      options,
      storage,
    });
    return { tableRole: callOrReturn(role) };
  },
  addCommands() {
    return Object.fromEntries(
      COMMANDS.map((name) => [
        name,
        (...given: never[]) =>
          (props: never) =>
            tools?.run(name, given, props) ?? false,
      ]),
    );
  },
  addKeyboardShortcuts() {
    const { editor } = this;
    return Object.fromEntries(KEYS.map((key) => [key, () => tools?.press(key, editor) ?? false]));
  },
  addProseMirrorPlugins() {
    return tools?.pluginsFor(this.editor) ?? place.plugins();
  },
  onCreate() {
    if (holdsTable(this.editor.state.doc.content)) void equip(this.editor);
  },
  onTransaction({ transaction }) {
    if (place.isFree(this.editor) && bringsTable(transaction)) void equip(this.editor);
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

async function equip(editor: Editor): Promise<void> {
  // What fails here is tried again, and told, when a command is wanted.
  const loaded = tools ?? (await loadTableTools().catch(() => undefined));
  if (!loaded || !place.fill(editor, loaded.pluginsFor)) return;
  const fixed = loaded.fixTables(editor.state);
  if (fixed) editor.view.dispatch(fixed.setMeta(TAKEN_OVER, true).setMeta('addToHistory', false));
}
