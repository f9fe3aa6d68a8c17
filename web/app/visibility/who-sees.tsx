/** A quiet mark beside what not everyone sees: a lock, and for whom it opens. */
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { inWords } from './names.ts';
import styles from './who-sees.module.css';

interface WhoSeesProps {
  names: readonly string[] | undefined;
  hasCRM: boolean;
}

/** Nothing for what everyone sees. */
export function WhoSees({ names, hasCRM }: WhoSeesProps): ReactNode {
  const words = inWords(names, hasCRM);
  if (!words) return null;
  return (
    <LockMark title={`Seen by ${words} only`}>
      <span className="pw-visually-hidden">Seen only by </span>
      {words}
    </LockMark>
  );
}

export function LockMark({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <span className={styles.mark} title={title}>
      <Lock aria-hidden />
      <span className={styles.words}>{children}</span>
    </span>
  );
}
