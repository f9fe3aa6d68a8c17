/** Where on a page the eye finds what actions have changed. */
import type { Action } from '../../page/actions/types.ts';
import type { Id, Page } from '../../page/types.ts';
import { type Place, placeOf, placesOf } from './places.ts';

/**
 * The node that the first of the actions that shows has changed; for one that has gone, what stands where it stood.
 * Undefined where the page shows nothing of them.
 */
export function changedNode(actions: readonly Action[], before: Page, after: Page): Id | undefined {
  for (const action of actions) {
    const node = nodeChanged(action, after);
    const found = node && (placeOf(after, node) ?? beside(placeOf(before, node), after));
    if (found) return found.node.id;
  }
  return undefined;
}

function nodeChanged(action: Action, after: Page): Id | undefined {
  if ('nodeId' in action) return action.nodeId;
  if (action.name === 'NODE_CREATE') return action.node.id;
  if (action.name !== 'PLUGIN_UPDATE') return undefined;
  const places = [...placesOf(after).values()];
  return places.find(({ node }) => node.type === 'plugin' && node.pluginId === action.pluginId)?.node.id;
}

/** The nearest that is left of what stood beside or around a place. */
function beside(gone: Place | undefined, after: Page): Place | undefined {
  if (!gone?.parent) return undefined;
  const { parent, index } = gone;
  const around = [parent.children[index + 1], parent.children[index - 1], parent];
  const left = around.find((place) => placeOf(after, place?.node.id));
  return placeOf(after, left?.node.id) ?? beside(parent, after);
}
