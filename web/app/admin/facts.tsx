/** What is known of a record and not changed: labels, and what they stand for. */
import type { ReactNode } from 'react';
import styles from './facts.module.css';

export function Facts({ children }: { children: ReactNode }): ReactNode {
  return <dl className={styles.facts}>{children}</dl>;
}

/** Nothing where there is nothing to say. */
export function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  if (!children) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
