/** The list of shortcuts that `?` shows, in the admin and in the editor. */
import { t } from '@lingui/core/macro';
import type { Hotkey } from '@tanstack/hotkeys';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import styles from './shortcuts-dialog.module.css';

export interface Shortcut {
  label: string;
  /** What has none is left out. The first is the one that is shown. */
  keys?: readonly Hotkey[];
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
  groups: readonly ShortcutGroup[];
}

export function ShortcutsDialog({ opened, onClose, groups }: ShortcutsDialogProps): ReactNode {
  return (
    <Dialog opened={opened} size={720} title={t`Keyboard shortcuts`} onClose={onClose}>
      <div className={styles.shortcuts}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(
                ({ label, keys }) =>
                  keys?.[0] && (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        <Kbd keys={keys[0]} />
                      </dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
