/** What the editor screen gives to the rich texts in it: the bar, the link field, the `/` menu, and flushing. */
import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { RichTextHost } from '../../plugins/rich-text/host.ts';
import { type ToastInput, toast } from '../../ui/toast.ts';
import { redo, undo } from '../commands/page-commands.ts';
import { useEditing } from '../context.tsx';
import type { TextStore } from './text-store.ts';

/** What a text is given that stands in a form of its own. */
export function hostFor(texts: TextStore): RichTextHost {
  return {
    attach(text) {
      texts.setState({ text });
      return () => {
        if (texts.getState().text === text)
          texts.setState({ text: undefined, slash: undefined, isLinking: false });
      };
    },
    // Typing is handed over as it comes: nobody asks for it before the form is confirmed.
    onFlush: () => () => undefined,
    askForLink: () => texts.setState({ isLinking: true }),
    onForeignImages: (addresses) => toast.show(noticeOf(addresses)),
  };
}

/** What becomes of pasted images, which are not copied. */
function noticeOf(addresses: readonly string[]): ToastInput {
  const isInsecure = addresses.some((address) => address.startsWith('http:'));
  return {
    message: t`${plural(addresses.length, { one: 'The image stays on the other site', other: '# images stay on other sites' })}`,
    detail: isInsecure
      ? t`Secure sites do not show images from http: addresses. Use an address that begins with https: instead.`
      : t`Visitors load it from there, for as long as it is there.`,
    duration: 12_000,
  };
}

/** What a text is given that stands in the page. */
export function useRichTextHosting(): RichTextHost {
  const editing = useEditing();
  return useMemo(() => {
    const { editor, texts, slashKeys } = editing;
    return {
      ...hostFor(texts),
      onFlush: editor.onFlush,
      onSlash: (match) => texts.setState({ slash: match ?? undefined }),
      onSlashKey: (event) => slashKeys.current?.(event) ?? false,
      history: { undo: () => undo.run(editing), redo: () => redo.run(editing) },
    };
  }, [editing]);
}
