/** Shortcuts: which command a key event asks for. */
import type { EditorState } from '../store/editor-store.ts';
import type { Command } from './command.ts';

const NAMES: Record<string, string> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Escape: 'escape',
  Enter: 'enter',
  Home: 'home',
  End: 'end',
  Delete: 'delete',
  Backspace: 'backspace',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** `mod` is Ctrl, and ⌘ on a Mac. Shift counts where it is named, and for keys that do not print. */
export function pressed(event: KeyPress): string {
  const key = NAMES[event.key] ?? event.key.toLowerCase();
  const isPrinted = key.length === 1 && !event.ctrlKey && !event.metaKey;
  const parts = [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && !isPrinted ? 'shift' : '',
    key,
  ];
  return parts.filter((part) => part !== '').join('+');
}

export function commandFor(
  commands: readonly Command[],
  event: KeyPress,
  state: EditorState,
  isInText: boolean,
): Command | undefined {
  const combination = pressed(event);
  return commands.find(
    (command) =>
      command.keys?.includes(combination) &&
      (!isInText || command.worksInText === true) &&
      command.enabled(state),
  );
}

/** Whether typing goes into something: then plain keys are letters and not shortcuts. */
export function isTextTarget(target: EventTarget | null): boolean {
  // Not `instanceof`: the canvas's elements come from another window.
  const element = target as Partial<HTMLElement> | null;
  if (!element?.closest) return false;
  return (
    element.isContentEditable === true ||
    element.closest(
      'input, textarea, select, [contenteditable=""], [contenteditable="true"], [contenteditable="plaintext-only"]',
    ) !== null
  );
}
