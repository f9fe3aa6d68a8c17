/** What somebody else has changed meanwhile of what is changed here too, and the two ways on. Nothing is lost by either. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './conflict.module.css';

interface ConflictProps {
  /** What they changed, beside what was changed here. */
  children: ReactNode;
  /** Whether both changed the same. */
  isClashing: boolean;
  isSaving: boolean;
  /** Whether there is room below it, above what it is about. */
  isApart?: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

export function Conflict({
  children,
  isClashing,
  isSaving,
  isApart,
  onTakeTheirs,
  onKeepMine,
}: ConflictProps): ReactNode {
  return (
    <div className={styles.decision} data-is-apart={isApart || undefined}>
      <TriangleAlert size={18} aria-hidden />
      <div className={styles.body}>
        <p role="alert">
          {t`Somebody else has changed this since you opened it. Your changes are still here and not saved yet.`}
        </p>
        {children}
        <p>
          {isClashing
            ? t`Saving yours replaces theirs where both are shown; what else they changed stays.`
            : t`You have not changed these yourself: saved together, both changes stay.`}
        </p>
        <div className={styles.actions}>
          <Button disabled={isSaving} onClick={onTakeTheirs}>{t`Discard mine, use theirs`}</Button>
          <Button variant="filled" disabled={isSaving} onClick={onKeepMine}>
            {isClashing ? t`Save mine over theirs` : t`Save both`}
          </Button>
        </div>
      </div>
    </div>
  );
}
