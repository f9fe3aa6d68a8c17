/** Ctrl+S saves the form that has the keyboard. */
import { matchesKeyboardEvent } from '@tanstack/hotkeys';
import type { KeyboardEvent } from 'react';
import { SAVE_KEYS } from './shortcuts.ts';

export function saveOnKey(event: KeyboardEvent<HTMLFormElement>): void {
  // The keys of a dialog that was opened from the form come by here, too.
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (event.defaultPrevented || !matchesKeyboardEvent(event.nativeEvent, SAVE_KEYS)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
