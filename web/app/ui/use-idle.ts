import { useEffect, useState } from 'react';

/** Calls back when the browser has nothing else to do, or at the latest after `timeout` milliseconds. Returns how to stop. */
export function whenIdle(work: () => void, timeout?: number): () => void {
  // Not in Safari.
  if (!window.requestIdleCallback) {
    const clock = setTimeout(work, timeout ?? 1_000);
    return () => clearTimeout(clock);
  }
  const request = window.requestIdleCallback(work, { timeout });
  return () => window.cancelIdleCallback(request);
}

/** At the latest after this many milliseconds: a machine that is never idle gets it, too. */
const LONGEST_WAIT = 500;

/** False at first, true from the first moment on in which the browser has nothing else to do. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), LONGEST_WAIT), []);
  return isIdle;
}
