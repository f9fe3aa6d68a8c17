import { t } from '@lingui/core/macro';
import styles from './loading-overlay.module.css';
import { useDelayed } from './use-delayed.ts';

/** Covers the screen while a route loads: nothing for 200 ms, then a spinner and what is being waited for. */
export function LoadingOverlay({ message }: { message?: string }) {
  const isLate = useDelayed();
  return (
    <div role="status">
      {isLate && (
        <div className={styles.overlay}>
          <span className={styles.spinner} aria-hidden />
          <span className={message ? undefined : 'pw-visually-hidden'}>{message ?? t`Loading`}</span>
        </div>
      )}
    </div>
  );
}
