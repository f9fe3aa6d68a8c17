/** The actions, and applying them. Adding one: its file here, its twin in Python, a line in both lists, its vectors. */
import { ActionFault } from '../fault.ts';
import { checkLimits } from '../rules.ts';
import { derived } from '../tree.ts';
import type { PageState } from '../types.ts';
import { blockAddPluginNode } from './block-add-plugin-node.ts';
import { blockCreate } from './block-create.ts';
import { blockRemoveNode } from './block-remove-node.ts';
import type { ActionDefinition } from './define.ts';
import { layoutBlockCreate } from './layout-block-create.ts';
import { layoutMoveNode } from './layout-move-node.ts';
import { linkSet } from './link-set.ts';
import { nodeCreate } from './node-create.ts';
import { nodeDelete } from './node-delete.ts';
import { nodeSetBackground } from './node-set-background.ts';
import { nodeSetBranchBlock } from './node-set-branch-block.ts';
import { nodeSetClassNames } from './node-set-class-names.ts';
import { nodeSetHref } from './node-set-href.ts';
import { nodeSetIds } from './node-set-ids.ts';
import { nodeSetScopeWhitelist } from './node-set-scope-whitelist.ts';
import { nodeSetSpacing } from './node-set-spacing.ts';
import { nodeSetTagName } from './node-set-tag-name.ts';
import { nodeSetTransitionName } from './node-set-transition-name.ts';
import { nodeSetType } from './node-set-type.ts';
import { pluginCreate } from './plugin-create.ts';
import { pluginUpdate } from './plugin-update.ts';
import type { Action, ActionName } from './types.ts';

export { ActionFault };

type Registry = { [N in ActionName]: ActionDefinition<N> };

export const ACTIONS: Registry = {
  PLUGIN_CREATE: pluginCreate,
  PLUGIN_UPDATE: pluginUpdate,
  NODE_CREATE: nodeCreate,
  NODE_DELETE: nodeDelete,
  NODE_SET_TYPE: nodeSetType,
  LINK_SET: linkSet,
  BLOCK_CREATE: blockCreate,
  LAYOUT_BLOCK_CREATE: layoutBlockCreate,
  LAYOUT_MOVE_NODE: layoutMoveNode,
  BLOCK_ADD_PLUGIN_NODE: blockAddPluginNode,
  BLOCK_REMOVE_NODE: blockRemoveNode,
  NODE_SET_TAG_NAME: nodeSetTagName,
  NODE_SET_TRANSITION_NAME: nodeSetTransitionName,
  NODE_SET_IDS: nodeSetIds,
  NODE_SET_CLASS_NAMES: nodeSetClassNames,
  NODE_SET_HREF: nodeSetHref,
  NODE_SET_SCOPE_WHITELIST: nodeSetScopeWhitelist,
  NODE_SET_BACKGROUND: nodeSetBackground,
  NODE_SET_SPACING: nodeSetSpacing,
  NODE_SET_BRANCH_BLOCK: nodeSetBranchBlock,
};

/** A definition together with an action of its own name, which TypeScript cannot tell from the index alone. */
function definitionOf(action: Action): ActionDefinition<ActionName> {
  return ACTIONS[action.name] as unknown as ActionDefinition<ActionName>;
}

/** Applied without the limits: the same state when the action is ignored. */
function perform(state: PageState, action: Action): PageState {
  const { required, apply } = definitionOf(action);
  return required.every((field) => action[field]) ? apply(state, action) : state;
}

/** The state after one action. ActionFault when it cannot be applied; the same state when it is ignored. */
export function applyAction(state: PageState, action: Action): PageState {
  return applyActions(state, [action]);
}

/** The state after all actions, in order. ActionFault with `actionIndex`; depth and size are checked at the end. */
export function applyActions(state: PageState, actions: readonly Action[]): PageState {
  let after = state;
  let current = 0;
  let lastGrowing = -1;
  try {
    for (const [index, action] of actions.entries()) {
      current = index;
      const before = after;
      after = perform(before, action);
      if (after !== before && definitionOf(action).grows) lastGrowing = index;
    }
    if (lastGrowing >= 0) {
      current = lastGrowing;
      checkLimits(after.page);
    }
  } catch (error) {
    if (error instanceof ActionFault) error.actionIndex = current;
    throw error;
  }
  return after === state ? state : derived(after);
}

/** Actions that lead from the state after all of these back to `state`: the undo of a save. */
export function invertActions(state: PageState, actions: readonly Action[]): Action[] {
  const inverses: Action[][] = [];
  let before = state;
  for (const action of actions) {
    const after = perform(before, action);
    if (after !== before) inverses.unshift(definitionOf(action).invert(before, action));
    before = after;
  }
  return inverses.flat();
}
