/** What keys do with files and folders: item-keys.ts reads them, and the list of shortcuts shows them. */
import { t } from '@lingui/core/macro';
import type { Shortcut } from '../shortcuts/shortcuts-dialog.tsx';

export const FILE_KEYS = {
  open: { label: t`Open a file or folder`, keys: ['Enter'] },
  // With Ctrl or Shift held for the arrows, too.
  choose: { label: t`Choose it`, keys: ['Space', 'Mod+Space', 'Shift+Space'] },
  chooseAll: { label: t`Choose all`, keys: ['Mod+A'] },
  rename: { label: t`Rename`, keys: ['F2'] },
  remove: { label: t`Delete`, keys: ['Delete'] },
} satisfies Record<string, Shortcut>;
