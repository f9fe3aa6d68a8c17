/** The keys of the editor, as `?` lists them: those of its commands and of what is done to a text. */
import { t } from '@lingui/core/macro';
import type { ShortcutGroup } from '../../shortcuts/shortcuts-dialog.tsx';
import { ALIGNMENTS, BLOCKS, LINK, LISTS, MARKS } from '../../writing/format-actions.ts';
import { nodeCommands, pageCommands } from '../commands/all.ts';

const TEXT_ACTIONS = [...MARKS, LINK, ...BLOCKS, ...LISTS, ...ALIGNMENTS];

export const SHORTCUTS: readonly ShortcutGroup[] = [
  { title: t`Page`, shortcuts: pageCommands },
  { title: t`Selection`, shortcuts: nodeCommands },
  {
    title: t`In a text`,
    shortcuts: [
      { label: t`Insert anything in an empty paragraph`, keys: ['/'] },
      ...TEXT_ACTIONS.map(({ label, keys }) => ({ label, keys: keys && [keys] })),
      { label: t`Leave the text`, keys: ['Escape'] },
    ],
  },
];
