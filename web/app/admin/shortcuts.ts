/** The keys of the administration: what reads one reads it here, and `?` lists all of them. */
import { t } from '@lingui/core/macro';
import type { Hotkey } from '@tanstack/hotkeys';
import { FILE_KEYS } from '../media/file-keys.ts';
import type { Shortcut, ShortcutGroup } from '../shortcuts/shortcuts-dialog.tsx';
import { SEARCH_KEYS } from '../ui/list-search.tsx';

type Keys = Record<string, Shortcut & { keys: readonly [Hotkey, ...Hotkey[]] }>;

export const ADMIN_KEYS = {
  palette: { label: t`Search screens, actions and records`, keys: ['Mod+K'] },
  shortcuts: { label: t`Keyboard shortcuts`, keys: ['?'] },
  undo: { label: t`Undo the last deletion or move`, keys: ['Mod+Z'] },
} satisfies Keys;

export const TREE_KEYS = {
  open: { label: t`Open a record`, keys: ['Enter'] },
  choose: { label: t`Choose it`, keys: ['Space'] },
  rename: { label: t`Rename it`, keys: ['F2'] },
  pickUp: { label: t`Pick it up to move it`, keys: ['Mod+X'] },
  putBelow: { label: t`Put it below the one with the focus`, keys: ['Mod+V'] },
  up: { label: t`Move it up, where records have an order`, keys: ['Alt+ArrowUp'] },
  down: { label: t`Move it down`, keys: ['Alt+ArrowDown'] },
  in: { label: t`Move it into the one above`, keys: ['Alt+ArrowRight'] },
  out: { label: t`Move it out`, keys: ['Alt+ArrowLeft'] },
  menu: { label: t`Its menu`, keys: ['Shift+F10'] },
  remove: { label: t`Delete it`, keys: ['Delete'] },
} satisfies Keys;

export const RULE_KEYS = {
  up: { label: t`Move the rule up`, keys: ['Alt+ArrowUp'] },
  down: { label: t`Move it down`, keys: ['Alt+ArrowDown'] },
  undo: { label: t`Undo`, keys: ['Mod+Z'] },
  redo: { label: t`Redo`, keys: ['Mod+Shift+Z', 'Mod+Y'] },
} satisfies Keys;

export const FORM_KEYS = { save: { label: t`Save`, keys: ['Mod+S'] } } satisfies Keys;

export const SHORTCUTS: readonly ShortcutGroup[] = [
  { title: t`Everywhere`, shortcuts: Object.values(ADMIN_KEYS) },
  { title: t`In lists`, shortcuts: [{ label: t`Go to the search of the list`, keys: SEARCH_KEYS }] },
  { title: t`In trees`, shortcuts: Object.values(TREE_KEYS) },
  { title: t`In files`, shortcuts: Object.values(FILE_KEYS) },
  { title: t`In delivery rules`, shortcuts: Object.values(RULE_KEYS) },
  { title: t`In forms, site settings and templates`, shortcuts: Object.values(FORM_KEYS) },
];
