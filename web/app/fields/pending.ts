/**
 * The values typed in fields that commit when they lose the focus. Code that saves commits them first, for a
 * key that saves does not move the focus.
 */
const pending = new Set<() => void>();

/** Has `commit` called before each save until the answer is called: it takes in what is typed, if anything is. */
export function commitBeforeSaves(commit: () => void): () => void {
  pending.add(commit);
  return () => {
    pending.delete(commit);
  };
}

/** Takes in what is typed in all fields of the screen. What is wrong with it is said there, and stays there. */
export function commitPending(): void {
  // Each may draw the screen anew, and with it end others.
  for (const commit of [...pending]) commit();
}
