/**
 * Formats of texts whose tools come later. A text can hold such a format from the start, by a node or mark of our own;
 * what it is edited with, TipTap's extension for it, is loaded when it is needed.
 */
import { type Editor, getExtensionField, type Mark, type Node } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';

type Field = 'addCommands' | 'addKeyboardShortcuts' | 'addPasteRules' | 'addProseMirrorPlugins';

/** What TipTap's extension for a format would give the editor. */
export function partOf<Part>(extension: Node | Mark, field: Field, editor?: Editor): Part {
  const { name, options, storage } = extension;
  const type = editor?.schema.nodes[name] ?? editor?.schema.marks[name];
  return getExtensionField<() => Part>(extension, field, { name, options, storage, editor, type } as never)();
}

/** Where the plugins of a format's tools go: whose key it is depends on their order. */
export function createPlace(format: string) {
  const place = new PluginKey(`${format}Tools`);
  const isFree = ({ state }: Editor) => state.plugins.some(({ spec }) => spec.key === place);
  return {
    plugins: () => [new Plugin({ key: place })],
    isFree,
    /** Puts the plugins there. False where the editor is gone or has them. */
    fill(editor: Editor, pluginsFor: (editor: Editor) => Plugin[]): boolean {
      if (editor.isDestroyed || !isFree(editor)) return false;
      const plugins = pluginsFor(editor);
      const [first] = plugins;
      if (!first) return false;
      editor.registerPlugin(first, (_first, present) =>
        present.flatMap((plugin) => (plugin.spec.key === place ? plugins : [plugin])),
      );
      return true;
    },
  };
}
