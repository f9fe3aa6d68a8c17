/** The bell where it stands in a toolbar: its code is loaded after the toolbar's own, and its place is there before. */
import { type ReactNode, useEffect, useState } from 'react';
import { useHasScope } from '../session/use-session.ts';
import { loadable } from '../ui/load-failure.tsx';
import { afterCaret } from '../ui/when-idle.ts';
import styles from './bell-place.module.css';

const Bell = loadable(
  async () => (await import('./bell.tsx')).Bell,
  // Nothing that was begun is lost without it, and nobody waits for it.
  { Waiting: () => null, Failure: () => null },
);

/** `isLater`: it is not even asked for before somebody can write on the screen. */
export function BellPlace({ isLater = false }: { isLater?: boolean }): ReactNode {
  const [isDue, setDue] = useState(!isLater);
  useEffect(() => {
    if (isLater) afterCaret(() => setDue(true));
  }, [isLater]);
  if (!useHasScope('editor', 'ecom:read', 'ecom:write')) return null;
  return <div className={styles.place}>{isDue && <Bell />}</div>;
}
