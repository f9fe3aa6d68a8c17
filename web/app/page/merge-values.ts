/** A form's values when somebody else has changed the record meanwhile. Pure. */
import { sameJson } from './same-json.ts';

type Values = Record<string, unknown>;

/** The fields in which one differs from the other; what is empty is the same, however it is written. */
export function changedNames(one: Values, other: Values): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !sameJson(one[name] ?? '', other[name] ?? ''));
}

/** Theirs, with the fields on top that were changed here. */
export function merged<V extends Values>(base: V, mine: V, theirs: V): V {
  const own = changedNames(base, mine).map((name) => [name, mine[name]]);
  return { ...theirs, ...Object.fromEntries(own) };
}
