/** Said in the place of a part of the screen whose code could not be loaded. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import styles from './load-failure.module.css';
import { Loading } from './states.tsx';
import { toast } from './toast.ts';
import { useLoaded } from './use-loaded.ts';

/** Asked for when it is shown: the language is known then. */
export const loadFailed = () => t`This part could not be loaded. Your changes are safe.`;

/** What is of a release that is gone is not there for a second attempt either. */
const afterRetry = () => t`If it fails again, save and reload the page.`;

export function LoadFailure({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <div className={styles.failure} role="alert">
      <p>
        {loadFailed()} {afterRetry()}
      </p>
      <Button onClick={onRetry}>{t`Retry`}</Button>
    </div>
  );
}

type Load<P> = () => Promise<ComponentType<P>>;

interface Places<P> {
  /** Stands there while it is loaded. */
  Waiting?: ComponentType<P>;
  /** Stands there where it could not be. */
  Failure?: ComponentType<P & { onRetry: () => void }>;
}

/**
 * A component whose code is loaded when it is first shown. Unlike React's `lazy` it can be tried again, and takes nothing of
 * the screen with it where it fails: what is not saved there would be lost.
 */
export function loadable<P extends object>(
  load: Load<P>,
  { Waiting = Loading, Failure = LoadFailure }: Places<P> = {},
) {
  let known: ComponentType<P> | undefined;
  function FirstTime(props: P): ReactNode {
    const { state, retry } = useLoaded(async () => {
      known = await load();
      return known;
    });
    if (state === 'loading') return <Waiting {...props} />;
    if (state === 'failed') return <Failure {...props} onRetry={retry} />;
    return <state.value {...props} />;
  }
  return function Loadable(props: P): ReactNode {
    // What was there at the first drawing stays: another component in its place would forget its state.
    const [Present] = useState<ComponentType<P>>(() => known ?? FirstTime);
    return <Present {...props} />;
  };
}

/** The same for a dialog: said beside the screen, since a dialog to say it in might be as hard to load. */
export function loadableDialog<P extends object>(load: Load<P>, Waiting?: ComponentType<P>) {
  return loadable(load, { Failure: DialogFailure, Waiting });
}

function DialogFailure({ onRetry }: { onRetry: () => void }): ReactNode {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const shown = toast.show({
      kind: 'danger',
      message: loadFailed(),
      detail: afterRetry(),
      action: { label: t`Retry`, onClick: () => retry() },
    });
    return () => toast.close(shown);
  }, []);
  return null;
}
