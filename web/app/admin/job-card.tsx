/** A long job on its own screen: what it came to or how far it is, and what begins and cancels it. Stands above a list. */
import { t } from '@lingui/core/macro';
import type { HTMLAttributes, ReactNode } from 'react';
import styles from './job-card.module.css';

interface JobCardProps extends Omit<HTMLAttributes<HTMLElement>, 'className'> {
  label: string;
  actions: ReactNode;
  /** What is dragged over it would be taken. */
  isOver?: boolean;
  /** Beside its state and its buttons: dialogs. */
  after?: ReactNode;
}

export function JobCard({ label, actions, isOver, after, children, ...events }: JobCardProps) {
  return (
    <section className={styles.card} aria-label={label} data-over={isOver || undefined} {...events}>
      <div className={styles.state} aria-live="polite">
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
      {after}
    </section>
  );
}

interface JobProgressProps {
  label: string;
  /** What it is at; nothing while it has not begun. */
  message: string | null | undefined;
  /** From 0 to 1. */
  progress: number | null | undefined;
}

export function JobProgress({ label, message, progress }: JobProgressProps) {
  return (
    <>
      <p>{message ?? t`It is about to begin…`}</p>
      <progress className={styles.bar} value={progress ?? 0} max={1} aria-label={label} />
    </>
  );
}
