/** The bell where it stands in a toolbar: its code is loaded after the toolbar's own, and its place is there before. */
import type { ReactNode } from 'react';
import { useHasScope } from '../session/use-session.ts';
import { loadable } from '../ui/load-failure.tsx';
import styles from './bell-place.module.css';

const Bell = loadable(
  async () => (await import('./bell.tsx')).Bell,
  // Nothing that was begun is lost without it.
  { Failure: () => null },
);

export function BellPlace(): ReactNode {
  if (!useHasScope('editor', 'ecom:read', 'ecom:write')) return null;
  return (
    <div className={styles.place}>
      <Bell />
    </div>
  );
}
