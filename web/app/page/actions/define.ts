/** What every action has in common. An action is one file: what it does, and the actions that take it back. */

import type { PageState } from '../types.ts';
import type { Action, ActionName } from './types.ts';

export type ActionOf<N extends ActionName> = Extract<Action, { name: N }>;

export interface ActionDefinition<N extends ActionName> {
  name: N;
  /** Fields with ids; the action is ignored when one is ''. */
  required: readonly (keyof ActionOf<N>)[];
  /** Whether the page can become deeper or larger by it. */
  grows?: boolean;
  /** The state afterwards: the same object when there is nothing to change. Raises ActionFault. */
  apply: (state: PageState, action: ActionOf<N>) => PageState;
  /** Actions that lead from the state after it back to `state`; new instances and branches stay, shown by nothing. */
  invert: (state: PageState, action: ActionOf<N>) => Action[];
}

export function defineAction<N extends ActionName>(definition: ActionDefinition<N>): ActionDefinition<N> {
  return definition;
}
