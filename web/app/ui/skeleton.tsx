import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/** A grey bar that keeps the place of one line of text; widths in CSS units. */
export function Skeleton({ width = '100%', height = '0.75rem' }: Pick<CSSProperties, 'width' | 'height'>) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden />;
}
