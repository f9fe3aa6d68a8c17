import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { useDelayed } from '../../ui/use-delayed.ts';
import styles from './removal-progress.module.css';
import { type Removal, useRemovals } from './removing.ts';

/** The blocks that are being taken off their pages, which takes a while for many pages. */
export function RemovalProgress(): ReactNode {
  const removals = useRemovals((state) => state.removals);
  return removals.length > 0 && <Removals removals={removals} />;
}

function Removals({ removals }: { removals: readonly Removal[] }) {
  if (!useDelayed()) return null;
  return (
    <div className={styles.removals} role="status">
      {removals.map((removal) => (
        <RemovalLine key={removal.id} {...removal} />
      ))}
    </div>
  );
}

function RemovalLine({ name, progress }: Removal) {
  const label = useId();
  return (
    <div className={styles.removal}>
      <span id={label}>
        <Trans>“{name}” is being removed from its pages.</Trans>
      </span>
      <progress aria-labelledby={label} value={progress} />
    </div>
  );
}
