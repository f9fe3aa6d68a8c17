/** What the editor screen gives to the rich texts in it: the bar, the link field, the `/` menu, and flushing. */
import { useMemo } from 'react';
import type { RichTextHost } from '../../plugins/rich-text/host.ts';
import { hostFor } from '../../writing/host-for.ts';
import { redo, undo } from '../commands/page-commands.ts';
import { useEditing } from '../context.tsx';
import { editedPlugin, placeInPlugin } from './pasted-place.ts';

/** What a text is given that stands in the page. */
export function useRichTextHosting(): RichTextHost {
  const editing = useEditing();
  return useMemo(() => {
    const { editor, texts, slashKeys } = editing;
    return {
      ...hostFor(texts, () => placeInPlugin(editor, editedPlugin(editor))),
      onFlush: editor.onFlush,
      onSlash: (match) => texts.setState({ slash: match ?? undefined }),
      onSlashKey: (event) => slashKeys.current?.(event) ?? false,
      history: { undo: () => undo.run(editing), redo: () => redo.run(editing) },
    };
  }, [editing]);
}
