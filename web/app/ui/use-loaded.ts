import { useEffect, useState } from 'react';

/** What `load` gave, boxed; `failed` until `retry` is called. */
export type Loaded<T> = { value: T } | 'loading' | 'failed';

/** Loads code or data that a part of a screen is made of. It is loaded anew for another `key`, and by `retry`. */
export function useLoaded<T>(
  key: string,
  load: () => Promise<T> | T,
): { state: Loaded<T>; retry: () => void } {
  const [state, setState] = useState<Loaded<T>>('loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function with each drawing, `key` says what it loads; `attempt` counts the calls of `retry`
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: Loaded<T>) => {
      if (isCurrent) setState(next);
    };
    setState('loading');
    Promise.resolve()
      .then(load)
      .then(
        (value) => settle({ value }),
        () => settle('failed'),
      );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}
