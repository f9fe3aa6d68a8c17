/**
 * Moves the editor's work onto another state of the page. What others have changed is what differs between the page as
 * it should be by what this editor knows (`expected`) and the page that came.
 *
 * Changes that wait go on top, whatever others changed: each says what version it was made on, and the server asks about
 * the true conflicts. Steps of the history that are with the server already have nobody who would ask: where others have
 * changed the same, they are forgotten.
 */
import { needs, resources } from '../../page/actions/touch.ts';
import type { Action } from '../../page/actions/types.ts';
import { changedResources } from '../../page/changed-resources.ts';
import type { Id, PageNode, PageRender, PageState } from '../../page/types.ts';
import { applyWhatFits, type Fitted, stateOf } from './apply.ts';
import type { Change } from './change.ts';
import type { History } from './history.ts';
import { hiddenBlocks } from './lent-blocks.ts';
import { allChanges, type Queue, type QueuedChange, undoId } from './queue.ts';

export interface Rebased {
  fitted: Fitted;
  history: History;
  /** Steps that can no longer be undone or redone. */
  unreachable: Change[];
}

export interface Move {
  /** The page that the editor showed, its history included. */
  shown: PageState;
  /** The page as it would be if nobody else had changed it. */
  expected: PageState;
  base: PageRender;
  waiting: readonly QueuedChange[];
  /** What waited until now and was given up for somebody else's version. */
  givenUp: ReadonlySet<string>;
  /** What the server goes on refusing although it fits. */
  refused?: ReadonlySet<string>;
  history: History;
}

export function rebased({ shown, expected, base, waiting, givenUp, refused, history }: Move): Rebased {
  const fitted = applyWhatFits(stateOf(base), waiting, refused);
  const foreign = changedByOthers(expected, stateOf(base));
  const queued = new Map(fitted.kept.map((change) => [change.id, change]));
  const dropped = new Set(fitted.dropped.map(({ id }) => id));
  const unreachable: Change[] = [];
  const isForeign = isAbout(foreign, [shown, fitted.state]);
  const keep = (change: Change): boolean => {
    // Said already, with the other changes that no longer fit.
    if (dropped.has(change.id) || dropped.has(undoId(change))) return false;
    const isGivenUp = givenUp.has(change.id) || givenUp.has(undoId(change));
    const isKept = !isGivenUp && !isForeign(change);
    if (!isKept) unreachable.push(change);
    return isKept;
  };
  const past = history.past.flatMap((change): Change[] => {
    const waits = queued.get(change.id);
    // Not with the server yet: taken back, it gives way to what is there now.
    if (waits) return [{ ...change, actions: waits.actions, inverse: fitted.inverses.get(change.id) ?? [] }];
    return keep(change) ? [change] : [];
  });
  const future = history.future.flatMap((change): Change[] => {
    if (!keep(change)) return [];
    const version = queued.has(undoId(change)) ? change.version : base.version;
    return [{ ...change, version }];
  });
  return { fitted, history: { past, future }, unreachable };
}

/** The history without the steps that are about what others have changed. */
export function withoutForeign(
  history: History,
  foreign: ReadonlySet<string>,
  states: readonly PageState[],
): Pick<Rebased, 'history' | 'unreachable'> {
  const isForeign = isAbout(foreign, states);
  const isOwn = (change: Change) => !isForeign(change);
  return {
    history: { past: history.past.filter(isOwn), future: history.future.filter(isOwn) },
    unreachable: [...history.past, ...history.future].filter(isForeign),
  };
}

/** Whether a step, or what takes it back, needs one of the resources on one of the states. */
function isAbout(foreign: ReadonlySet<string>, states: readonly PageState[]) {
  return ({ actions, inverse }: Change): boolean =>
    foreign.size > 0 &&
    states.some((state) =>
      [...actions, ...inverse].some((action) =>
        [...needs(state, action)].some((resource) => foreign.has(resource)),
      ),
    );
}

/**
 * What differs of the page, and of the shared blocks that it does not show and that are known all the same. One that is no
 * longer known counts as gone.
 */
export function changedByOthers(expected: PageState, base: PageState): Set<string> {
  const hidden = hiddenBlocks(expected);
  const left = hidden.filter((id) => base.page.branches[id]);
  const changed = changedResources(showing(expected, left), showing(base, left));
  for (const id of hidden) if (!base.page.branches[id]) changed.add(resources.branchRemoved(id));
  return changed;
}

/** The state as if these blocks stood before all else on the page. */
function showing(state: PageState, blockIds: readonly Id[]): PageState {
  if (blockIds.length === 0) return state;
  const { page } = state;
  const { block } = page.layout;
  const rows = blockIds.map(
    (blockId): PageNode => ({ id: `hidden:${blockId}`, type: 'row-branch', blockId }),
  );
  return {
    ...state,
    page: { ...page, layout: { ...page.layout, block: { nodes: [...rows, ...block.nodes] } } },
  };
}

/**
 * The page after a save, if nobody else had changed it. What the server made of the fields that were sent is not somebody
 * else's change: it cleans texts. Nor is what it added to a plugin that the save made, as the post that a blog post is of.
 * `knownVersion`: the one that the save made, or else the one before it.
 */
export function expectedAfter(
  before: PageState,
  sent: readonly QueuedChange[],
  answer: PageRender,
  knownVersion: number,
): PageState {
  const { state } = applyWhatFits(before, sent);
  const plugins = { ...state.plugins };
  for (const action of sent.flatMap(({ actions }) => actions)) {
    if (action.name !== 'PLUGIN_UPDATE' && action.name !== 'PLUGIN_CREATE') continue;
    const mine = plugins[action.pluginId];
    const theirs = answer.plugins[action.pluginId];
    if (!mine || !theirs || theirs.version > knownVersion) continue;
    const own = action.name === 'PLUGIN_CREATE' ? theirs.fields : action.fields;
    const made = Object.keys(own).filter((name) => name in theirs.fields);
    const fields = Object.fromEntries(made.map((name) => [name, theirs.fields[name]]));
    plugins[action.pluginId] = { ...mine, fields: { ...mine.fields, ...fields } };
  }
  return { ...state, plugins };
}

/**
 * The version that actions are made on, by what the person sees: the page's, unless an older change that waits hides what
 * others have made since of the resources that the actions need. Then it is that of the oldest change.
 */
export function seenVersion(
  base: PageState,
  version: number,
  page: PageState,
  queue: Queue,
  actions: readonly Action[],
): number {
  const oldest = Math.min(version, ...allChanges(queue).map((change) => change.version));
  if (oldest === version) return version;
  const hidden = changedResources(base, page);
  const isHidden = actions.some((action) =>
    [...needs(page, action)].some((resource) => hidden.has(resource)),
  );
  return isHidden ? oldest : version;
}
