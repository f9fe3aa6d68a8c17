/** Does something when the browser has time: nobody waits for it. */
export const whenIdle: (work: () => void) => void =
  window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));
