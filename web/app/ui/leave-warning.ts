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
  atLogOut: () => Question | undefined;
  onLeave: () => void;
  onStay: () => void;
}

const warnings = new Set<Warning>();
let asked: Promise<boolean> | undefined;

/**
 * Asks a user who is about to log out the question that a link to another screen would ask, for the log-out
 * loads another page. Returns true where nothing would be lost, or the user accepts the loss; the browser
 * does not ask again then.
 */
export async function mayLogOut(): Promise<boolean> {
  const dirty = [...warnings].filter(({ isDirty }) => isDirty());
  if (dirty.length === 0) return true;
  // One question for all, and what was typed counts most.
  const questions = dirty.map(({ question, atLogOut }) => atLogOut() ?? question);
  const worst = [QUESTION, UPLOADING].find((question) => questions.includes(question)) ?? questions[0];
  asked ??= confirm(worst ?? QUESTION).finally(() => {
    asked = undefined;
  });
  const isLeaving = await asked;
  for (const { onLeave, onStay } of dirty) isLeaving ? onLeave() : onStay();
  return isLeaving;
}

/** Whether leaving now would lose something. */
export const wouldLoseWork = (): boolean => [...warnings].some(({ isDirty }) => isDirty());

interface WarningOptions {
  question?: Question;
  onStay?: () => void;
  /** The question for a user who logs out, where that loses less than leaving does. */
  atLogOut?: () => Question | undefined;
}

/** Has the browser ask before the page is unloaded while something would be lost, and `mayLogOut`; gives how to stop. */
export function warnOfLoss(
  isDirty: () => boolean,
  { onStay = () => undefined, question = QUESTION, atLogOut = () => undefined }: WarningOptions = {},
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
  const warning = { isDirty, question, atLogOut, onLeave, onStay };
  window.addEventListener('beforeunload', onUnload);
  warnings.add(warning);
  return () => {
    window.removeEventListener('beforeunload', onUnload);
    warnings.delete(warning);
  };
}

/** Has the browser ask before the page is unloaded, and `mayLogOut`, for what going to another screen does not lose. */
export function useUnloadWarning(isDirty: () => boolean): void {
  const ask = useEffectEvent(isDirty);
  useEffect(() => warnOfLoss(() => ask()), []);
}

let blockers = 0;

/** The router would ask the last of two blockers alone, and what the other one guards would be lost. */
function takeBlocker(): () => void {
  blockers += 1;
  if (import.meta.env.DEV && blockers > 1) throw new Error('Two parts of one screen use useLeaveWarning.');
  return () => {
    blockers -= 1;
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
  { onStay = () => undefined, atLogOut = () => undefined }: Omit<WarningOptions, 'question'> = {},
): void {
  const ask = useEffectEvent(isDirty);
  const stayed = useEffectEvent(onStay);
  const loggedOut = useEffectEvent(atLogOut);
  useEffect(() => warnOfLoss(() => ask(), { onStay: () => stayed(), atLogOut: () => loggedOut() }), []);
  useEffect(takeBlocker, []);

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
