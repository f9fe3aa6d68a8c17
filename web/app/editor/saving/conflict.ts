/** Deciding a conflict: what clashes, in the person's words, and the changes that are left after each decision. */
import type { Action } from '../../page/actions/types.ts';
import { nodeOfPlugin } from '../../page/tree.ts';
import type { Id, PageState } from '../../page/types.ts';
import { nameOf, pluginName } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import type { NextSave } from '../store/editor-store.ts';
import type { QueuedChange } from '../store/queue.ts';
import type { Conflict } from './page-api.ts';

export type Side = 'mine' | 'theirs';

/** One thing that both sides changed. */
export interface Clash {
  /** `plugin:ID`, `node:ID`, `branch:ID`. */
  thing: string;
  id: Id;
  name: string;
  changedBy: string;
  changedAt?: string;
  actionIndexes: number[];
  /** The fields of a plugin that both changed. */
  fields: string[];
  /** One side took it off the page or replaced it: fields do not matter then. */
  isWhole: boolean;
  /** The texts to compare, when it is a plugin with one. */
  texts?: { mine: string; theirs: string };
  /** Theirs is gone: then mine has nothing to stand on. */
  isGone: boolean;
}

export function clashesOf(conflicts: readonly Conflict[], mine: PageState, theirs: PageState): Clash[] {
  return conflicts.map((conflict) => describe(conflict, mine, theirs));
}

const FIELD = 'fields/';

function describe(conflict: Conflict, mine: PageState, theirs: PageState): Clash {
  const { thing, parts = [] } = conflict;
  const [kind = '', id = ''] = thing.split(':');
  const fields = parts.filter((part) => part.startsWith(FIELD)).map((part) => part.slice(FIELD.length));
  return {
    thing,
    id,
    name: nameIn(kind, id, mine),
    changedBy: conflict.changedBy?.name ?? 'Somebody else',
    changedAt: conflict.changedAt,
    actionIndexes: [...conflict.actionIndexes],
    fields,
    isWhole: fields.length < parts.length || parts.length === 0,
    texts: kind === 'plugin' ? textsOf(id, fields, mine, theirs) : undefined,
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

/** The texts of the fields that clash; of all where it is about the whole. What is off one side's page is empty there. */
function textsOf(pluginId: Id, fields: string[], mine: PageState, theirs: PageState): Clash['texts'] {
  const textIn = (state: PageState) =>
    nodeOfPlugin(state.page, pluginId) ? plainText(state.plugins[pluginId]?.fields ?? {}, fields) : '';
  const one = textIn(mine);
  const other = textIn(theirs);
  return one === '' && other === '' ? undefined : { mine: one, theirs: other };
}

/** Everything readable in a plugin's fields, a block a line; of these fields, or of all. */
function plainText(fields: Record<string, unknown>, names: string[]): string {
  const values = Object.entries(fields).filter(([name]) => names.length === 0 || names.includes(name));
  return values
    .flatMap(([, value]) => stringsIn(value))
    .map(withoutMarkup)
    .join('\n')
    .trim();
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function withoutMarkup(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<\/(p|li|h[1-6]|tr|pre|blockquote|div)>/g, '$&\n'),
    'text/html',
  );
  return (body.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}

export interface Decided {
  clashes: readonly Clash[];
  /** By thing; theirs where nothing was chosen. */
  sides: ReadonlyMap<string, Side>;
}

/**
 * The changes as they go on after a conflict: without the actions that are about things for which theirs was chosen.
 * Those that are left of what was sent count as made on `version`, which the server has compared them with; so do later
 * ones that are about nothing but what mine was chosen for.
 */
export function decided(
  changes: readonly QueuedChange[],
  sent: Pick<NextSave, 'changes' | 'queued'>,
  version: number,
  { clashes, sides }: Decided,
): QueuedChange[] {
  const actions = sent.changes.flatMap((set) => set.actions);
  const given = clashes.filter((clash) => (sides.get(clash.thing) ?? 'theirs') === 'theirs');
  const mine = new Set(clashes.filter((clash) => !given.includes(clash)).map(({ thing }) => thing));
  const dropped = new Set(
    given.flatMap((clash) => clash.actionIndexes.map((index) => keyOf(actions[index]))),
  );
  const fields = new Map(given.map((clash) => [clash.thing, clash]));
  const wasSent = new Set(sent.queued.map(({ id }) => id));
  return changes
    .map((change) => {
      const left = change.actions.flatMap((action) => withoutGiven(action, dropped, fields));
      const isSeen = wasSent.has(change.id) || left.every((action) => mine.has(thingOf(action)));
      return { ...change, version: isSeen ? version : change.version, actions: left };
    })
    .filter((change) => change.actions.length > 0);
}

/** The action without what was given up: of a plugin's update the fields that clash, of all else the whole. */
function withoutGiven(
  action: Action,
  dropped: ReadonlySet<string>,
  given: ReadonlyMap<string, Clash>,
): Action[] {
  if (action.name !== 'PLUGIN_UPDATE') return dropped.has(keyOf(action)) ? [] : [action];
  const clash = given.get(thingOf(action));
  if (!clash) return [action];
  const left = Object.entries(action.fields).filter(
    ([name]) => !clash.isWhole && !clash.fields.includes(name),
  );
  return left.length > 0 ? [{ ...action, fields: Object.fromEntries(left) }] : [];
}

/** What an action is about, as conflicts name it. */
function thingOf(action: Action): string {
  if (action.name === 'PLUGIN_UPDATE' || action.name === 'PLUGIN_CREATE') return `plugin:${action.pluginId}`;
  return 'nodeId' in action ? `node:${action.nodeId}` : '';
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
