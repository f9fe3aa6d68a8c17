/** A long job on its own screen: what it came to or how far it is, and what begins and cancels it. Stands above a list. */
import { t } from '@lingui/core/macro';
import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react';
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
  const state = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  useKeyboardKept(buttons, () => state.current);
  return (
    <section className={styles.card} aria-label={label} data-over={isOver || undefined} {...events}>
      <div ref={state} className={styles.state} aria-live="polite" tabIndex={-1}>
        {children}
      </div>
      <div ref={buttons} className={styles.actions}>
        {actions}
      </div>
      {after}
    </section>
  );
}

/** When the button that began or ended a job has gone from `box`, and the keyboard with it: that is put where `next` says. */
export function useKeyboardKept(
  box: RefObject<HTMLElement | null>,
  next: (box: HTMLElement) => HTMLElement | null,
): void {
  const pressed = useRef<EventTarget>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      pressed.current = target;
    };
    const { current } = box;
    current?.addEventListener('focusin', note);
    return () => current?.removeEventListener('focusin', note);
  }, [box]);
  useEffect(() => {
    if (!box.current || !(pressed.current instanceof Element) || pressed.current.isConnected) return;
    pressed.current = null;
    if (document.activeElement === document.body) next(box.current)?.focus();
  });
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
      <p>{message ?? t`Starting…`}</p>
      <progress className={styles.bar} value={progress ?? 0} max={1} aria-label={label} />
    </>
  );
}
