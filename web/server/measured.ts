/** Gives what `work` gives, and tells of the milliseconds that it took: until a promise of it is settled, and where it throws. */
export function measured<T>(work: () => T, tell: (milliseconds: number) => void): T {
  const begun = performance.now();
  const end = () => tell(performance.now() - begun);
  let isPending = false;
  try {
    const made = work();
    if (!(made instanceof Promise)) return made;
    isPending = true;
    return made.finally(end) as T;
  } finally {
    if (!isPending) end();
  }
}
