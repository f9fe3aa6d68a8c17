/** How much more or less something is than before, in whole percent. Undefined where there was nothing to compare with. */
export function changeInPercent(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 100);
}
