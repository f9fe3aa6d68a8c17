import { formatForDisplay, type Hotkey } from '@tanstack/hotkeys';
import styles from './kbd.module.css';

/** What keyboards have written on these keys, where it is not their name. */
const LABELS = { Enter: 'Enter', Delete: 'Del', Space: 'Space' };

/** The names of a shortcut's keys as this machine's keyboard has them: `Mod+Shift+Z`. */
export function keyNames(keys: Hotkey): string[] {
  return formatForDisplay(keys, { parts: true, keyLabels: LABELS });
}

export function Kbd({ keys }: { keys: Hotkey }) {
  return (
    <span className={styles.keys}>
      {keyNames(keys).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}
