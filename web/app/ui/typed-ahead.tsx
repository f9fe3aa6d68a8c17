/** Keeps what is typed while the field that it is meant for is loaded: what has the keyboard until then would take it. */
import { useEffect, useEffectEvent } from 'react';

interface TypedAheadProps {
  typed: string;
  onType: (typed: string) => void;
  /** Escape: it is not wanted any more. */
  onClose: () => void;
}

export function TypedAhead({ typed, onType, onClose }: TypedAheadProps): null {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isLetter = [...key].length === 1;
    if (ctrlKey || metaKey || altKey || event.isComposing) return;
    if (isLetter) onType(typed + key);
    else if (key === 'Backspace') onType([...typed].slice(0, -1).join(''));
    else if (key === 'Escape') onClose();
    // What it would choose is not seen yet.
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => take(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return null;
}
