/** What is left of the changes once a conflict is decided. Pure, and without the words of the dialog. */
import type { Action } from '../../page/actions/types.ts';
import type { Id } from '../../page/types.ts';
import type { NextSave } from '../store/editor-state.ts';
import type { QueuedChange } from '../store/queue.ts';
import type { Conflict } from './page-api.ts';

export type Side = 'mine' | 'theirs';

/** What of one resource both sides changed. */
export interface Scope {
  /** `plugin:ID`, `node:ID`, `branch:ID`. */
  resource: string;
  id: Id;
  actionIndexes: number[];
  /** The fields of a plugin that both changed. */
  fields: string[];
  /** One side took it off the page or replaced it: fields do not matter then. */
  isWhole: boolean;
}

const FIELD = 'fields/';

export function scopeOf({ resource, parts = [], actionIndexes }: Conflict): Scope {
  const fields = parts.filter((part) => part.startsWith(FIELD)).map((part) => part.slice(FIELD.length));
  return {
    resource,
    id: resource.split(':')[1] ?? '',
    actionIndexes: [...actionIndexes],
    fields,
    isWhole: fields.length < parts.length || parts.length === 0,
  };
}

export interface Decided {
  clashes: readonly Scope[];
  /** By resource; theirs where nothing was chosen. */
  sides: ReadonlyMap<string, Side>;
}

/**
 * The changes as they go on after a conflict: without the actions that are about resources for which theirs was chosen.
 * Those that are left of what was sent count as made on `version`, which the server has compared them with; so do later
 * ones that set nothing but the fields for which mine was chosen.
 */
export function decided(
  changes: readonly QueuedChange[],
  sent: Pick<NextSave, 'changes' | 'queued'>,
  version: number,
  { clashes, sides }: Decided,
): QueuedChange[] {
  const actions = sent.changes.flatMap((set) => set.actions);
  const given = clashes.filter((clash) => (sides.get(clash.resource) ?? 'theirs') === 'theirs');
  const mine = clashes.filter((clash) => !given.includes(clash));
  const dropped = new Set(
    given.flatMap((clash) => clash.actionIndexes.map((index) => keyOf(actions[index]))),
  );
  const fields = new Map(given.map((clash) => [clash.resource, clash]));
  const wasSent = new Set(sent.queued.map(({ id }) => id));
  return changes
    .map((change) => {
      const left = change.actions.flatMap((action) => withoutGiven(action, dropped, fields));
      const isSeen = wasSent.has(change.id) || left.every((action) => isChosen(action, mine));
      return { ...change, version: isSeen ? version : change.version, actions: left };
    })
    .filter((change) => change.actions.length > 0);
}

/** Whether an action sets nothing but fields for which mine was chosen, on sight of theirs. */
function isChosen(action: Action, mine: readonly Scope[]): boolean {
  if (action.name !== 'PLUGIN_UPDATE') return false;
  const scope = mine.find(({ resource }) => resource === resourceOf(action));
  return scope !== undefined && Object.keys(action.fields).every((name) => scope.fields.includes(name));
}

/** The action without what was given up: of a plugin's update the fields that clash, of all else the whole. */
function withoutGiven(
  action: Action,
  dropped: ReadonlySet<string>,
  given: ReadonlyMap<string, Scope>,
): Action[] {
  if (action.name !== 'PLUGIN_UPDATE') return dropped.has(keyOf(action)) ? [] : [action];
  const clash = given.get(resourceOf(action));
  if (!clash) return [action];
  const left = Object.entries(action.fields).filter(
    ([name]) => !clash.isWhole && !clash.fields.includes(name),
  );
  return left.length > 0 ? [{ ...action, fields: Object.fromEntries(left) }] : [];
}

/** The plugin, as conflicts name it. */
function resourceOf({ pluginId }: Extract<Action, { name: 'PLUGIN_UPDATE' }>): string {
  return `plugin:${pluginId}`;
}

/** Equal for actions that change the same resource in the same way. */
function keyOf(action: Action | undefined): string {
  if (!action) return '';
  const about = 'pluginId' in action && action.name.startsWith('PLUGIN') ? action.pluginId : undefined;
  const node = 'nodeId' in action ? action.nodeId : undefined;
  const made = action.name === 'NODE_CREATE' ? action.node.id : undefined;
  const level = 'level' in action ? action.level : '';
  return [action.name, about ?? node ?? made ?? ('blockId' in action ? action.blockId : ''), level].join(' ');
}
