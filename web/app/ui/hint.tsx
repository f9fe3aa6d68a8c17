import type { ReactNode } from 'react';
import styles from './hint.module.css';

/** A quiet sentence about what stands beside it. */
export function Hint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}
