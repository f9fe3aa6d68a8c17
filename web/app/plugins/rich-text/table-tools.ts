/** What tables are edited with: TipTap's, beside the nodes that texts have from the start. See tables.ts. */
import { type CommandProps, type Editor, getExtensionField, type KeyboardShortcutCommand } from '@tiptap/core';
import { Table } from '@tiptap/extension-table/table';
import type { Plugin } from '@tiptap/pm/state';

export { fixTables } from '@tiptap/pm/tables';

type Command = (...given: never[]) => (props: CommandProps) => boolean;

/** Something that TipTap's table gives an editor: its commands, keys or plugins. */
function partOf<Part>(field: 'addCommands' | 'addKeyboardShortcuts' | 'addProseMirrorPlugins', editor?: Editor): Part {
  const { name, options, storage } = Table;
  return getExtensionField<() => Part>(Table, field, { name, options, storage, editor } as never)();
}

const commands = partOf<Record<string, Command>>('addCommands');

export function run(name: string, given: never[], props: CommandProps): boolean {
  return commands[name]?.(...given)(props) ?? false;
}

export function press(key: string, editor: Editor): boolean {
  return partOf<Record<string, KeyboardShortcutCommand>>('addKeyboardShortcuts', editor)[key]?.({ editor }) ?? false;
}

export function pluginsFor(editor: Editor): Plugin[] {
  return partOf<Plugin[]>('addProseMirrorPlugins', editor);
}
