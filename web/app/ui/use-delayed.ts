import { useEffect, useState } from 'react';

/** Loading is shown only when it lasts: a flicker is worse than a short wait. Milliseconds. */
export const LOADING_DELAY = 200;

/** False at first, true once `milliseconds` have passed since the component appeared. */
export function useDelayed(milliseconds = LOADING_DELAY): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(clock);
  }, [milliseconds]);
  return isLate;
}
