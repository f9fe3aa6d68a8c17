/** Shows what has been uploaded: soon, and not for each of two thousand files anew. */
import { useEffect, useEffectEvent } from 'react';
import { useUploads } from './uploads.ts';

const SOON = 400;

const countOf = () => useUploads.getState().uploads.filter(({ state }) => state === 'done').length;

export function useRefreshAfterUploads(refresh: () => unknown): void {
  const read = useEffectEvent(refresh);
  useEffect(() => {
    let clock: ReturnType<typeof setTimeout> | undefined;
    let known = countOf();
    const stop = useUploads.subscribe(() => {
      const count = countOf();
      if (count > known)
        clock ??= setTimeout(() => {
          clock = undefined;
          void read();
        }, SOON);
      known = count;
    });
    return () => {
      stop();
      clearTimeout(clock);
    };
  }, []);
}
