/** Does something when the browser has time: nobody waits for it. */
export const whenIdle: (work: () => void) => void =
  window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));

const PAUSE_MS = 500;

/** Once the caret of a text that was opened is there: the browser is idle before that, too, while it waits for code. */
export function afterCaret(work: () => void): void {
  setTimeout(() => whenIdle(work), PAUSE_MS);
}
