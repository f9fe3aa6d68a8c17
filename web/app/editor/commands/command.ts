/**
 * A command is something a person can ask of the editor. Toolbar, selection bar, menus and shortcuts read the
 * same objects, so that each says the same words, shows the same key and is off at the same times.
 */
import type { Hotkey } from '@tanstack/hotkeys';
import type { LucideIcon } from 'lucide-react';
import type { ChromeStore } from '../store/chrome-store.ts';
import type { EditorState } from '../store/editor-state.ts';
import type { EditorStore } from '../store/editor-store.ts';
import type { ViewAsStore } from '../view-as/view-as-store.ts';

export interface CommandContext {
  editor: EditorStore;
  chrome: ChromeStore;
  viewAs: ViewAsStore;
  save: () => Promise<void>;
  /** Reads the page and opens it for editing; the screen sets it. */
  startEditing: { current: () => Promise<void> };
  /** Selects a node, brings it into view unless the page is to stay in its place and, unless the keyboard is to, gives it that. */
  focusNode: (nodeId: string, options?: { keepsFocus?: boolean; keepsPlace?: boolean }) => void;
  /** Scrolls to what is on the page, once it is drawn; with `isPartEnough` only where nothing of it is seen. The keyboard stays where it is. */
  reveal: (nodeId: string, options?: { isPartEnough?: boolean }) => void;
}

export interface Command {
  name: string;
  label: string;
  icon: LucideIcon;
  /** `Mod` is Ctrl, and ⌘ on a Mac. The first is the one that is shown. */
  keys?: readonly Hotkey[];
  /** Whether the keys work while a caret is in a text or a field. Without it, only outside. */
  worksInText?: boolean;
  isDangerous?: boolean;
  enabled: (state: EditorState) => boolean;
  run: (context: CommandContext) => void;
}
