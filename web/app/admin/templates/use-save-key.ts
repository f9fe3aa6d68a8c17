/** Ctrl+S saves, wherever the keyboard is on the screen; in an editor of code it is one of its own keys. */
import { matchesKeyboardEvent } from '@tanstack/hotkeys';
import { useEffect, useEffectEvent } from 'react';
import { SAVE_KEYS } from '../shortcuts.ts';

export function useSaveKey(save: () => Promise<void>): void {
  const run = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || !matchesKeyboardEvent(event, SAVE_KEYS)) return;
      event.preventDefault();
      void run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
