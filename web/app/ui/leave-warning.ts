/** Asks before unsaved changes are lost, in the specification's words. */
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from './confirm.tsx';

export const LEAVE_PAGE = t`Are you sure you want to leave this page? Any unsaved changes will be lost.`;
export const NAVIGATE_AWAY = t`Are you sure you want to navigate away from this page? Any unsaved changes will be lost.`;

/**
 * Unloading asks through the browser (which shows words of its own), links ask through a dialog.
 * `isDirty` is asked when somebody leaves and not before, so that what was saved a moment ago counts as
 * saved. A router takes one blocker: use this once on a screen.
 */
export function useLeaveWarning(isDirty: () => boolean): void {
  const ask = useEffectEvent(isDirty);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!ask()) return;
      event.preventDefault();
      // Browsers that still show a page's own words take them from here.
      event.returnValue = LEAVE_PAGE;
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: t`Unsaved changes`,
      message: NAVIGATE_AWAY,
      confirmLabel: t`Leave`,
      cancelLabel: t`Stay`,
      isDangerous: true,
    }).then((isLeaving) => (isLeaving ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
}
