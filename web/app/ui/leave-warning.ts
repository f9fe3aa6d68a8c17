/** Asks before unsaved changes are lost, in the specification's words, and before uploads are. */
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm, type Question } from './confirm.tsx';

export const LEAVE_PAGE = t`Are you sure you want to leave this page? Any unsaved changes will be lost.`;
export const NAVIGATE_AWAY = t`Are you sure you want to navigate away from this page? Any unsaved changes will be lost.`;

const QUESTION: Question = {
  title: t`Unsaved changes`,
  message: NAVIGATE_AWAY,
  confirmLabel: t`Leave`,
  cancelLabel: t`Stay`,
  isDangerous: true,
};

/** Where nothing was typed, and something is on its way to the server. */
export const UPLOADING: Question = {
  ...QUESTION,
  title: t`Upload under way`,
  message: t`Something is still being uploaded. If you leave now, it stops, and the files have to be chosen again.`,
};

interface Warning {
  isDirty: () => boolean;
  question: Question;
  onLeave: () => void;
  onStay: () => void;
}

const warnings = new Set<Warning>();
let asked: Promise<boolean> | undefined;

/**
 * Asks what a link to another screen would ask, for whoever is about to load another page without one. True where nothing
 * would be lost, or that is what they want; the browser does not ask again then.
 */
export async function mayLeave(): Promise<boolean> {
  const dirty = [...warnings].filter(({ isDirty }) => isDirty());
  if (dirty.length === 0) return true;
  // One question for all, and what was typed counts most.
  const typed = dirty.some(({ question }) => question === QUESTION);
  asked ??= confirm(typed ? QUESTION : UPLOADING).finally(() => {
    asked = undefined;
  });
  const isLeaving = await asked;
  for (const { onLeave, onStay } of dirty) isLeaving ? onLeave() : onStay();
  return isLeaving;
}

/** Has the browser ask before the page is unloaded while something would be lost, and `mayLeave`; gives how to stop. */
export function warnOfLoss(
  isDirty: () => boolean,
  { onStay = () => undefined, question = QUESTION }: { onStay?: () => void; question?: Question } = {},
): () => void {
  let hasLeft = false;
  const onUnload = (event: BeforeUnloadEvent) => {
    if (hasLeft || !isDirty()) return;
    event.preventDefault();
    // Browsers that still show a page's own words take them from here.
    event.returnValue = LEAVE_PAGE;
  };
  const onLeave = () => {
    hasLeft = true;
  };
  const warning = { isDirty, question, onLeave, onStay };
  window.addEventListener('beforeunload', onUnload);
  warnings.add(warning);
  return () => {
    window.removeEventListener('beforeunload', onUnload);
    warnings.delete(warning);
  };
}

/**
 * Unloading asks through the browser (which shows words of its own), links ask through a dialog.
 * `isDirty` is asked when somebody leaves and not before, so that what was saved a moment ago counts as
 * saved; it is given the path that they go to, and none where the page is unloaded. `onStay` runs when they
 * chose to stay. A router takes one blocker: use this once on a screen.
 */
export function useLeaveWarning(
  isDirty: (to?: string) => boolean,
  onStay: () => void = () => undefined,
): void {
  const ask = useEffectEvent(isDirty);
  const stayed = useEffectEvent(onStay);
  useEffect(() => warnOfLoss(() => ask(), { onStay: () => stayed() }), []);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isDirty(nextLocation.pathname),
  );
  // A second navigation may be blocked while the question about the first is open: one answer is for both.
  const latest = useRef(blocker);
  latest.current = blocker;
  const isAsking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    void confirm(QUESTION).then((isLeaving) => {
      isAsking.current = false;
      const { current } = latest;
      if (current.state !== 'blocked') return;
      if (isLeaving) return current.proceed();
      current.reset();
      stayed();
    });
  }, [blocker]);
}
