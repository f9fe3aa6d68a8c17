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
    <span className={styles.mark} title={`Seen by ${words} only`}>
      <Lock size={11} aria-hidden />
      <span className="pw-visually-hidden">Seen only by </span>
      <span className={styles.words}>{words}</span>
    </span>
  );
}
