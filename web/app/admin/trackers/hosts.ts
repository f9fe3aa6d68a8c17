/** The hosts that somebody typed, each once: of a whole address that was pasted, its host. */
export function hostsIn(typed: string): string[] {
  const lines = typed
    .split(/[\s,]+/)
    .map((line) => line.replace(/^https?:\/\//, '').replace(/\/.*$/, ''))
    .filter((line) => line !== '');
  return [...new Set(lines)];
}
