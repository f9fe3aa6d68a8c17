/** The actions that put a copy of a part of the page right after it, with ids of its own throughout. */
import { v7 as newId } from 'uuid';
import { MAX_COLUMNS } from '../../limits.ts';
import { copySettings } from '../../page/actions/restore.ts';
import type { Action } from '../../page/actions/types.ts';
import type { Id, PageNode, PageState } from '../../page/types.ts';
import { holdsUniqueColumn, isColumn, type Place } from '../places/places.ts';
import type { Insertion } from './insert.ts';

/** What can be named once in a page stays with the original: two elements with one id, or one transition, are a fault. */
const NAMED_ONCE: Action['name'][] = ['NODE_SET_IDS', 'NODE_SET_TRANSITION_NAME'];

/** Not what is there once: bands, and the column that is the page's own with all around it. */
export function canDuplicate(place: Place | undefined): place is Place {
  if (!place?.parent || place.node.type === 'layout' || holdsUniqueColumn(place)) return false;
  return !isColumn(place) || place.parent.children.length < MAX_COLUMNS;
}

/** Undefined, too, for what shows nothing: a plugin whose instance is gone. */
export function duplicate(state: PageState, place: Place | undefined): Insertion | undefined {
  if (!canDuplicate(place) || !place.parent) return undefined;
  const copies: Copies = { made: [], plugins: [] };
  const node = copyOf(state, place, copies);
  if (!node) return undefined;
  return {
    nodeId: node.id,
    actions: [
      ...copies.plugins,
      { name: 'NODE_CREATE', parentId: place.parent.node.id, index: place.index + 1, node },
      ...copySettings(state, copies.made).filter(({ name }) => !NAMED_ONCE.includes(name)),
    ],
  };
}

interface Copies {
  /** The original's id and the copy's. A shared block that is shown twice has two copies of each node. */
  made: [Id, Id][];
  /** Make the copies of the plugins' instances. */
  plugins: Action[];
}

function copyOf(state: PageState, place: Place, copies: Copies): PageNode | undefined {
  const { node } = place;
  const id = newId();
  if (node.type === 'plugin') {
    const plugin = state.plugins[node.pluginId];
    if (!plugin) return undefined;
    const pluginId = newId();
    const fields = structuredClone(plugin.fields);
    copies.plugins.push({ name: 'PLUGIN_CREATE', pluginId, ref: plugin.ref, fields });
    copies.made.push([node.id, id]);
    return { id, type: 'plugin', pluginId };
  }
  const nodes = place.children.flatMap((child) => copyOf(state, child, copies) ?? []);
  if (nodes.length === 0 && !isColumn(place)) return undefined;
  copies.made.push([node.id, id]);
  // A shared block comes as a row: what is changed in a copy shows nowhere else.
  return { id, type: 'block' in node ? node.type : 'row', block: { nodes } };
}
