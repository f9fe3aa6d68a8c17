/** A quiet mark beside what not everyone sees: a lock, and for whom it opens. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { inWords, whyGone } from './names.ts';
import styles from './who-sees.module.css';

interface WhoSeesProps {
  names: readonly string[] | undefined;
  hasCRM: boolean;
  /** Those of the names that are no scopes any more. */
  gone?: readonly string[];
}

/** Nothing for what everyone sees. */
export function WhoSees({ names, hasCRM, gone = [] }: WhoSeesProps): ReactNode {
  const words = inWords(names, hasCRM);
  if (!words) return null;
  if (gone.length > 0)
    return (
      <span className={styles.mark} data-gone title={whyGone(gone)}>
        <TriangleAlert aria-hidden />
        <span className={styles.words}>
          <SeenOnlyBy words={words} />
        </span>
        <span className="pw-visually-hidden">. {whyGone(gone)}</span>
      </span>
    );
  return (
    <LockMark title={t`Seen by ${words} only`}>
      <SeenOnlyBy words={words} />
    </LockMark>
  );
}

function SeenOnlyBy({ words }: { words: string }): ReactNode {
  return (
    <Trans>
      <span className="pw-visually-hidden">Seen only by </span>
      {words}
    </Trans>
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
