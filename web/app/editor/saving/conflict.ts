/** Deciding a conflict: what clashes, in the person's words, and the changes that are left after each decision. */
import type { Action } from '../../page/actions/types.ts';
import { nodeOfPlugin } from '../../page/tree.ts';
import type { Id, PageState } from '../../page/types.ts';
import { nameOf, pluginName } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import type { QueuedChange } from '../store/queue.ts';
import type { Conflict } from './page-api.ts';

export type Side = 'mine' | 'theirs';

/** One thing that both sides changed. Several conflicts of the server can be about the same thing. */
export interface Clash {
  /** `plugin:ID`, `node:ID`, `branch:ID`. */
  thing: string;
  id: Id;
  name: string;
  changedBy: string;
  changedAt?: string;
  actionIndexes: number[];
  /** The texts to compare, when it is a plugin with one. */
  texts?: { mine: string; theirs: string };
  /** Theirs is gone: then mine has nothing to stand on. */
  isGone: boolean;
}

export function clashesOf(conflicts: readonly Conflict[], mine: PageState, theirs: PageState): Clash[] {
  const clashes = new Map<string, Clash>();
  for (const conflict of conflicts) {
    const thing = conflict.thing.split('/')[0] ?? conflict.thing;
    const known = clashes.get(thing);
    if (known) known.actionIndexes.push(...conflict.actionIndexes);
    else clashes.set(thing, describe(thing, conflict, mine, theirs));
  }
  return [...clashes.values()];
}

function describe(thing: string, conflict: Conflict, mine: PageState, theirs: PageState): Clash {
  const [kind = '', id = ''] = thing.split(':');
  return {
    thing,
    id,
    name: nameIn(kind, id, mine),
    changedBy: conflict.changedBy?.name ?? 'Somebody else',
    changedAt: conflict.changedAt,
    actionIndexes: [...conflict.actionIndexes],
    texts: kind === 'plugin' ? textsOf(id, mine, theirs) : undefined,
    isGone: isGone(kind, id, theirs),
  };
}

function nameIn(kind: string, id: Id, state: PageState): string {
  if (kind === 'plugin') return pluginName(state.plugins[id]?.ref ?? 'Plugin');
  if (kind === 'branch') return `Block “${state.page.branches[id]?.name ?? ''}”`;
  const place = placeOf(state.page, id);
  return place ? nameOf(state, place) : 'A part of the page';
}

function isGone(kind: string, id: Id, theirs: PageState): boolean {
  if (kind === 'plugin') return nodeOfPlugin(theirs.page, id) === undefined;
  return kind === 'node' && placeOf(theirs.page, id) === undefined;
}

function textsOf(pluginId: Id, mine: PageState, theirs: PageState): Clash['texts'] {
  const one = plainText(mine.plugins[pluginId]?.fields);
  const other = plainText(theirs.plugins[pluginId]?.fields);
  return one === '' && other === '' ? undefined : { mine: one, theirs: other };
}

/** Everything readable in a plugin's fields, a block a line. */
function plainText(fields: Record<string, unknown> | undefined): string {
  const texts = Object.values(fields ?? {}).filter((value): value is string => typeof value === 'string');
  return texts.map(withoutMarkup).join('\n').trim();
}

function withoutMarkup(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<\/(p|li|h[1-6]|tr|pre|blockquote|div)>/g, '$&\n'),
    'text/html',
  );
  return (body.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}

/**
 * The changes without the actions that are about things for which theirs was chosen. `sent` is the list that the
 * indexes count in; the changes still hold the same actions, perhaps written over by later ones of their own.
 */
export function withDecisions(
  changes: readonly QueuedChange[],
  sent: readonly Action[],
  clashes: readonly Clash[],
  decisions: ReadonlyMap<string, Side>,
): QueuedChange[] {
  const given = clashes.filter((clash) => (decisions.get(clash.thing) ?? 'theirs') === 'theirs');
  const dropped = new Set(given.flatMap((clash) => clash.actionIndexes.map((index) => keyOf(sent[index]))));
  return changes
    .map((change) => ({ ...change, actions: change.actions.filter((action) => !dropped.has(keyOf(action))) }))
    .filter((change) => change.actions.length > 0);
}

/** Equal for actions that do the same kind of thing to the same thing. */
function keyOf(action: Action | undefined): string {
  if (!action) return '';
  const about = 'pluginId' in action && action.name.startsWith('PLUGIN') ? action.pluginId : undefined;
  const node = 'nodeId' in action ? action.nodeId : undefined;
  const made = action.name === 'NODE_CREATE' ? action.node.id : undefined;
  const level = 'level' in action ? action.level : '';
  return [action.name, about ?? node ?? made ?? ('blockId' in action ? action.blockId : ''), level].join(' ');
}
