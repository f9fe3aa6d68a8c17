import styles from './kbd.module.css';

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

const NAMES: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: isMac ? '⇧' : 'Shift',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  enter: 'Enter',
  escape: 'Esc',
  delete: 'Del',
};

/** The names of a shortcut's keys as this machine's keyboard has them: `mod+shift+z`. */
export function keyNames(keys: string): string[] {
  return keys.split('+').map((key) => NAMES[key] ?? key.toUpperCase());
}

export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keyNames(keys).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}
