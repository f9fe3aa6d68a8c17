/** Making the queue of unsaved actions shorter without changing what it does. */
import type { Action } from './actions/types.ts';

type Setter = Extract<Action, { level: unknown }>;

/** What an action sets; null for actions that do more than set a value. */
export function valueSetBy(action: Action): string | null {
  if (action.name === 'PLUGIN_UPDATE') return `plugin ${action.pluginId}`;
  if (action.name === 'LINK_SET') return `link ${action.nodeId}`;
  return isSetter(action) ? `${action.name} ${action.level} ${action.nodeId}` : null;
}

function isSetter(action: Action): action is Setter {
  return 'level' in action;
}

/** The later of two for one target. Fields of a plugin that it does not name stay as the earlier one sets them. */
function together(earlier: Action | undefined, later: Action): Action {
  if (earlier?.name !== 'PLUGIN_UPDATE' || later.name !== 'PLUGIN_UPDATE') return later;
  return { ...later, fields: { ...earlier.fields, ...later.fields } };
}

/** Whether two actions next to each other leave every page as it was. */
function cancel(first: Action, second: Action): boolean {
  if (first.name === 'BLOCK_ADD_PLUGIN_NODE') {
    return second.name === 'BLOCK_REMOVE_NODE' && second.nodeId === first.nodeId;
  }
  // With wrap ids the creation may have changed the column's other nodes too.
  if (first.name !== 'NODE_CREATE' || first.wrapBefore || first.wrapAfter) return false;
  return second.name === 'NODE_DELETE' && second.nodeId === first.node.id;
}

/**
 * A list with the same effect. Of several values for one setting or one plugin, the last is kept, in the place of the
 * first, as long as only such actions stand between them: anything else may read the value (a copy of a branch) or
 * drop it (a removal). A plugin or node that is placed and at once removed again is left out.
 */
export function compact(actions: readonly Action[]): Action[] {
  const kept: Action[] = [];
  let places = new Map<string, number>();
  for (const action of actions) {
    const key = valueSetBy(action);
    const place = key === null ? undefined : places.get(key);
    const before = kept.at(-1);
    if (place !== undefined) kept[place] = together(kept[place], action);
    else if (before && cancel(before, action)) kept.pop();
    else kept.push(action);
    if (key === null) places = new Map();
    else if (place === undefined) places.set(key, kept.length - 1);
  }
  return kept;
}
