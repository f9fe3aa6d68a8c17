import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ProblemError } from '../api/problem.ts';
import styles from './entry-form.module.css';
import { EntryLayout } from './entry-layout.tsx';

export const isUnusable = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'token_unusable';

/** Instead of what a link in a mail was for, when it is used up, too old or not whole. */
export function LinkUnusable({ children, action }: { children: string; action: ReactNode }) {
  return (
    <EntryLayout title={t`This link does not work any more`} lead={children}>
      <div className={styles.ways}>{action}</div>
    </EntryLayout>
  );
}
