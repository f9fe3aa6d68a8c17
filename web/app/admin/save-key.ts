/** Ctrl+S saves the form that has the keyboard. */
import type { KeyboardEvent } from 'react';
import { isAnyPressed } from '../shortcuts/pressed.ts';
import { FORM_KEYS } from './shortcuts.ts';

export function saveOnKey(event: KeyboardEvent<HTMLFormElement>): void {
  // The keys of a dialog that was opened from the form come by here, too.
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (event.defaultPrevented || !isAnyPressed(event.nativeEvent, FORM_KEYS.save.keys)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
