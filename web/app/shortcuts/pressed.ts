/** Which key an event is of. */
import { type Hotkey, matchesKeyboardEvent } from '@tanstack/hotkeys';

/**
 * Whether this key was pressed, by its letter or, where letters are not Latin, by its place on the keyboard. Signs
 * without Ctrl or Alt go by what they are alone: the place of `/` has another sign in many countries.
 */
export function isPressed(event: KeyboardEvent, hotkey: Hotkey): boolean {
  if (hotkey.length > 1) return matchesKeyboardEvent(event, hotkey);
  return event.key === hotkey && !event.ctrlKey && !event.metaKey && !event.altKey;
}

export function isAnyPressed(event: KeyboardEvent, hotkeys: readonly Hotkey[] = []): boolean {
  return hotkeys.some((hotkey) => isPressed(event, hotkey));
}
