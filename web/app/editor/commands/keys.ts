/** Shortcuts: which command a key event asks for. */
import { isAnyPressed } from '../../shortcuts/pressed.ts';
import type { EditorState } from '../store/editor-state.ts';
import type { Command } from './command.ts';

/** Buttons and the like, which take no text. */
const WITHOUT_TEXT =
  'input:is([type=radio], [type=checkbox], [type=button], [type=range], [type=color], [type=file])';

export function commandFor(
  commands: readonly Command[],
  event: KeyboardEvent,
  state: EditorState,
  isInText: boolean,
): Command | undefined {
  return commands.find(
    (command) =>
      // First, since it spares each letter that is typed the comparison with most keys.
      (!isInText || command.worksInText === true) &&
      isAnyPressed(event, command.keys) &&
      command.enabled(state),
  );
}

/** Whether typing goes into something: then plain keys are letters and not shortcuts. */
export function isTextTarget(target: EventTarget | null): boolean {
  // Not `instanceof`: the canvas's elements come from another window.
  const element = target as Partial<HTMLElement> | null;
  if (!element?.closest || element.closest(WITHOUT_TEXT)) return false;
  return (
    element.isContentEditable === true ||
    element.closest(
      'input, textarea, select, [contenteditable=""], [contenteditable="true"], [contenteditable="plaintext-only"]',
    ) !== null
  );
}
