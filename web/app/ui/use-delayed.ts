import { useEffect, useState } from 'react';
import { LOADING_DELAY } from '../limits.ts';

/** False at first, true once `milliseconds` have passed since the component appeared. */
export function useDelayed(milliseconds = LOADING_DELAY): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(clock);
  }, [milliseconds]);
  return isLate;
}
