/** Which changes the service goes on refusing, however often they are sent. */
import type { ProblemError } from '../../api/problem.ts';
import type { Action } from '../../page/actions/types.ts';
import { valueSetBy } from '../../page/queue.ts';
import type { NextSave } from '../store/editor-state.ts';

const NAMED = /^actions\.(\d+)(?:\.(.+))?$/;

/**
 * The ids of the changes that the action is of which the service names; none where it names none. Nor is a text that it
 * refuses as it is: somebody can write it otherwise.
 */
export function refusedChanges({ errors }: ProblemError, { changes, queued }: NextSave): Set<string> {
  const [, index, part = ''] = NAMED.exec(errors[0]?.field ?? '') ?? [];
  const actions = changes.flatMap((set) => set.actions);
  const refused = index === undefined ? undefined : actions[Number(index)];
  if (!refused || (refused.name === 'PLUGIN_UPDATE' && part.startsWith('fields'))) return new Set();
  const sent = new Set(actions);
  const value = valueSetBy(refused);
  // Several values for one setting are sent as one action.
  const isOfIt = (action: Action) =>
    action === refused || (value !== null && !sent.has(action) && valueSetBy(action) === value);
  return new Set(queued.filter((change) => change.actions.some(isOfIt)).map(({ id }) => id));
}
