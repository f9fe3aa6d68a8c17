/** Cutting a save that is longer than one request may be. The same changes are always cut the same: a retry repeats them. */
import type { Action } from '../../page/actions/types.ts';
import type { ActionSet } from '../store/queue.ts';

/** As many actions as the server takes in one request. */
export const MOST_ACTIONS = 1000;
/** Characters of JSON in one request: far below the 10 MB that the server takes, also where each is three bytes. */
export const MOST_CHARACTERS = 2_000_000;

/** The sets in parts, in their order; one part at least. */
export function partsOf(sets: readonly ActionSet[]): ActionSet[][] {
  const parts: ActionSet[][] = [[]];
  let actions = 0;
  let characters = 0;
  for (const { version, actions: all } of sets) {
    for (const action of all) {
      const size = JSON.stringify(action).length;
      if (actions > 0 && (actions === MOST_ACTIONS || characters + size > MOST_CHARACTERS)) {
        parts.push([]);
        actions = 0;
        characters = 0;
      }
      add(parts.at(-1) as ActionSet[], version, action);
      actions += 1;
      characters += size;
    }
  }
  return parts;
}

function add(part: ActionSet[], version: number, action: Action): void {
  const last = part.at(-1);
  if (last?.version === version) last.actions.push(action);
  else part.push({ version, actions: [action] });
}
