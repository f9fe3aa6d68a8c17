import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './not-loaded.module.css';

/**
 * In the place of a line, where an ErrorState has no room: that something could not be read, and the way to try again. That
 * reads anew all that failed on the screen, since it mostly failed for the same reason.
 */
export function NotLoaded({ children = t`Not available at the moment` }: { children?: ReactNode }) {
  const client = useQueryClient();
  const retry = () =>
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <span className={styles.failure}>
      <span>{children}</span>
      <button type="button" onClick={() => void retry()}>
        {t`Try again`}
      </button>
    </span>
  );
}
