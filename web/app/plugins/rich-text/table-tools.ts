/** What tables are edited with: TipTap's, beside the nodes that texts have from the start. See tables.ts. */
import type { CommandProps, Editor, KeyboardShortcutCommand } from '@tiptap/core';
import { Table } from '@tiptap/extension-table/table';
import type { Plugin } from '@tiptap/pm/state';
import { partOf } from './late-tools.ts';

export { fixTables } from '@tiptap/pm/tables';

type Command = (...given: unknown[]) => (props: CommandProps) => boolean;

const commands = partOf<Record<string, Command>>(Table, 'addCommands');

export function run(name: string, given: unknown[], props: CommandProps): boolean {
  return commands[name]?.(...given)(props) ?? false;
}

export function press(key: string, editor: Editor): boolean {
  const keys = partOf<Record<string, KeyboardShortcutCommand>>(Table, 'addKeyboardShortcuts', editor);
  return keys[key]?.({ editor }) ?? false;
}

export function pluginsFor(editor: Editor): Plugin[] {
  return partOf<Plugin[]>(Table, 'addProseMirrorPlugins', editor);
}
