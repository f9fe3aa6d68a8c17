/** What decides how much room something takes, as it was known the last time: so that nothing moves when it is known again. */
import { useEffect, useState } from 'react';

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** `known` once it is; until then what it was the last time in this browser, undefined for the first time. */
export function useRemembered<T extends number | boolean>(name: string, known: T | undefined): T | undefined {
  const key = `pw-last-${name}`;
  const [before] = useState(() => read(key));
  useEffect(() => {
    if (known !== undefined) localStorage.setItem(key, JSON.stringify(known));
  }, [key, known]);
  // What the browser keeps may be anything; what it is for says by its type what it takes.
  return known ?? (typeof before === 'number' || typeof before === 'boolean' ? (before as T) : undefined);
}
