/** Ctrl+S saves, wherever the keyboard is on the screen; in an editor of code it is one of its own keys. */
import { useEffect, useEffectEvent } from 'react';
import { isAnyPressed } from '../../shortcuts/pressed.ts';
import { FORM_KEYS } from '../shortcuts.ts';

export function useSaveKey(save: () => Promise<void>): void {
  const run = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || !isAnyPressed(event, FORM_KEYS.save.keys)) return;
      event.preventDefault();
      void run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
