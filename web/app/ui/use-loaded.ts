import { useEffect, useEffectEvent, useState } from 'react';

/** What `load` gave, boxed; `failed` until `retry` is called. */
export type Loaded<T> = { value: T } | 'loading' | 'failed';

/** Loads code or data that a part of a screen is made of: once, and anew by `retry`. */
export function useLoaded<T>(load: () => Promise<T> | T): { state: Loaded<T>; retry: () => void } {
  const [state, setState] = useState<Loaded<T>>('loading');
  const start = () => {
    setState('loading');
    Promise.resolve()
      .then(load)
      .then(
        (value) => setState({ value }),
        () => setState('failed'),
      );
  };
  const startFirst = useEffectEvent(start);
  useEffect(() => startFirst(), []);
  return { state, retry: start };
}
