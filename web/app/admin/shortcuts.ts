/** The shortcuts of the admin, as `?` lists them. */
import { t } from '@lingui/core/macro';
import type { Hotkey } from '@tanstack/hotkeys';
import type { ShortcutGroup } from '../shortcuts/shortcuts-dialog.tsx';

export const PALETTE_KEYS: Hotkey = 'Mod+K';
export const SHORTCUTS_KEY = '?';
export const SAVE_KEYS: Hotkey = 'Mod+S';
export const UNDO_KEYS: Hotkey = 'Mod+Z';
export const REDO_KEYS: Hotkey = 'Mod+Shift+Z';

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: t`Everywhere`,
    shortcuts: [
      { label: t`Search screens, actions and records`, keys: [PALETTE_KEYS] },
      { label: t`Keyboard shortcuts`, keys: [SHORTCUTS_KEY] },
      { label: t`Undo the last deletion or move`, keys: [UNDO_KEYS] },
    ],
  },
  {
    title: t`In lists`,
    shortcuts: [{ label: t`Go to the search of the list`, keys: ['/'] }],
  },
  {
    title: t`In trees`,
    shortcuts: [
      { label: t`Open a record`, keys: ['Enter'] },
      { label: t`Choose it`, keys: ['Space'] },
      { label: t`Pick it up to move it`, keys: ['Mod+X'] },
      { label: t`Put it below the one with the focus`, keys: ['Mod+V'] },
      { label: t`Move it up, where records have an order`, keys: ['Alt+ArrowUp'] },
      { label: t`Move it down`, keys: ['Alt+ArrowDown'] },
      { label: t`Move it into the one above`, keys: ['Alt+ArrowRight'] },
      { label: t`Move it out`, keys: ['Alt+ArrowLeft'] },
      { label: t`Its menu`, keys: ['Shift+F10'] },
      { label: t`Delete it`, keys: ['Delete'] },
    ],
  },
  {
    title: t`In files`,
    shortcuts: [
      { label: t`Open a file or folder`, keys: ['Enter'] },
      { label: t`Choose it`, keys: ['Space'] },
      { label: t`Choose all`, keys: ['Mod+A'] },
      { label: t`Rename`, keys: ['F2'] },
      { label: t`Delete`, keys: ['Delete'] },
    ],
  },
  {
    title: t`In forms, site settings and templates`,
    shortcuts: [{ label: t`Save`, keys: [SAVE_KEYS] }],
  },
];
