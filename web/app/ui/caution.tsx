import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './caution.module.css';

/** A small sentence about what is missing or will not do, below the control that it is about. */
export function Caution({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className={styles.caution}>
      <TriangleAlert size={13} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
