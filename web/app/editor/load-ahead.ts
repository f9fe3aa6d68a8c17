/** Loads what a person may open next, once the caret is there and nobody waits for anything. */
import { loadLooks } from './canvas/page-styles.ts';

const NEXT: readonly (() => Promise<unknown>)[] = [
  () => import('./settings/plugin-modal.tsx'),
  () => import('./panels/outline.tsx'),
  () => import('./settings/node-settings.tsx'),
  loadLooks,
];

const whenIdle: (work: () => void) => void =
  window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));

let isDone = false;

/** One after another, each when there is time: no keystroke waits for more than one of them. */
export function loadAhead(): void {
  if (isDone) return;
  isDone = true;
  const step = (left: typeof NEXT) => {
    const [first, ...rest] = left;
    // What fails here is tried again, and told, when it is wanted.
    if (first)
      whenIdle(
        () =>
          void first().then(
            () => step(rest),
            () => undefined,
          ),
      );
  };
  step(NEXT);
}
