/**
 * The editor's state and the one way to change it. It holds and dispatches; shortcuts, drag and drop, saving
 * and the canvas subscribe to it and are not known to it.
 */
import { replaceEqualDeep } from '@tanstack/react-query';
import { v7 as newId } from 'uuid';
import { createStore } from 'zustand/vanilla';
import type { Action } from '../../page/actions/types.ts';
import type { Id, PageRender, PageState } from '../../page/types.ts';
import { applyWhatFits, applyWithInverse, stateOf, takenBy, tryApply } from './apply.ts';
import {
  type ChangeOptions,
  type EditorState,
  initial,
  type Lost,
  type NextSave,
  nothingLost,
  type RebaseOptions,
  type Step,
  type Unsaved,
} from './editor-state.ts';
import {
  clearFuture,
  clearPast,
  type History,
  mark,
  record,
  stepBack,
  stepForward,
  stepsFrom,
} from './history.ts';
import { createLending } from './lending.ts';
import { isNeeded, lendable, stillLent, versionLent, withBlocks } from './lent-blocks.ts';
import { isOfSettings, type Mode, nodeOf, selectionAfter } from './mode.ts';
import {
  allChanges,
  emptyQueue,
  enqueue,
  enqueueRedo,
  enqueueUndo,
  isLastWaiting,
  type Queue,
  type QueuedChange,
  sent,
  setsOf,
  startSending,
  takeBack,
} from './queue.ts';
import { expectedAfter, rebased, seenVersion } from './rebasing.ts';

/** As many of the own versions as a save may name. */
const MOST_OWN_VERSIONS = 1000;

export type EditorStore = ReturnType<typeof createEditorStore>;

export function createEditorStore() {
  const store = createStore<EditorState>()(() => initial);
  const { getState: get, setState: set, subscribe } = store;
  const flushers = new Set<() => void>();
  const landed = new Set<Id>();

  /** Brings what is still in a text's editor into the store: the specification's 'commit plugin edit'. */
  function flush() {
    for (const flusher of flushers) flusher();
  }

  /** Lets an inline editor hold typing back until it is needed. Returns its removal. */
  function onFlush(flusher: () => void): () => void {
    flushers.add(flusher);
    return () => flushers.delete(flusher);
  }

  /**
   * Opens a page for editing, with changes kept from before (after a log-in). Returns those that no longer fit. What was
   * on its way to the server stays whole: it may have arrived, and is sent again under its key.
   */
  function open(render: PageRender, { userId, kept }: { userId?: Id; kept?: Unsaved } = {}): QueuedChange[] {
    const { sending, waiting } = kept?.queue ?? emptyQueue;
    const lent = stillLent(kept?.lent ?? [], render, allChanges(kept?.queue ?? emptyQueue));
    const base = withBlocks(render, lent);
    const arrived = applyWhatFits(stateOf(base), sending?.changes ?? []);
    const fitted = applyWhatFits(arrived.state, waiting);
    begin({
      ...initial,
      userId,
      base,
      lent,
      page: fitted.state,
      queue: { sending, waiting: fitted.kept },
      ownVersions: kept?.ownVersions ?? [],
    });
    return fitted.dropped;
  }

  function close() {
    begin(initial);
  }

  /** In place of all that was: merged into it, the page before would stay open under another's address. */
  function begin(state: EditorState) {
    set(state, true);
  }

  /**
   * Makes a change: all its actions or, when one does not fit the page, none and a throw.
   * `label` is what undo will say: 'Move text'.
   */
  function commit(label: string, actions: Action[], options: ChangeOptions = {}) {
    const state = get();
    if (!state.page || actions.length === 0) return;
    const applied = applyWithInverse(state.page, actions);
    if (applied.state === state.page) return;
    const now = Date.now();
    const selected = 'select' in options ? options.select : state.selected;
    const recorded = record(state.history, {
      id: newId(),
      version: Math.min(options.version ?? Number.POSITIVE_INFINITY, versionSeen(actions)),
      label,
      actions,
      inverse: applied.inverse,
      selectedBefore: state.selected,
      selectedAfter: selected,
      mergeKey: options.mergeKey,
      startedAt: now,
      endedAt: now,
    });
    set({
      page: applied.state,
      selected,
      history: recorded.history,
      queue: enqueue(state.queue, recorded.change, takenBy(state.page, actions)),
    });
  }

  /** The version that new actions are made on. */
  function versionSeen(actions: readonly Action[]): number {
    const { base, page, queue, lent } = get();
    if (!base || !page) return 0;
    const seen = seenVersion(stateOf(base), base.version, page, queue, actions);
    return Math.min(seen, versionLent(lent, actions));
  }

  /** As `commit`, after bringing in what was typed. Everything but typing itself changes the page by this. */
  function change(label: string, actions: Action[], options: ChangeOptions = {}) {
    flush();
    commit(label, actions, options);
  }

  function undo(): Step {
    flush();
    const { history, page, queue, base } = get();
    const last = history.past.at(-1);
    const isUnsent = last !== undefined && isLastWaiting(queue, last.id);
    const step = stepBack(history, isUnsent ? undefined : base?.version);
    if (!step || !page || !base) return 'nothing';
    const back = tryApply(page, step.change.inverse);
    if (!back) {
      set({ history: clearPast(history) });
      return 'impossible';
    }
    const { inverse } = step.change;
    const undone = enqueueUndo(queue, step.change, versionSeen(inverse), takenBy(page, inverse));
    arrive(back, step.history, undone, step.change.selectedBefore);
    return { label: step.change.label };
  }

  function redo(): Step {
    flush();
    const { history, page, queue, lent } = get();
    const step = stepForward(history);
    if (!step || !page) return 'nothing';
    const forward = tryApply(page, step.change.actions);
    if (!forward) {
      set({ history: clearFuture(history) });
      return 'impossible';
    }
    const { actions } = step.change;
    const version = Math.min(step.change.version, versionLent(lent, actions));
    const redone = enqueueRedo(queue, { ...step.change, version }, takenBy(page, actions));
    arrive(forward, step.history, redone, step.change.selectedAfter);
    return { label: step.change.label };
  }

  function arrive(page: PageState, history: History, queue: Queue, selected: Id | undefined) {
    const { mode } = get();
    const stays = nodeOf(mode) === selected;
    set({
      page,
      history,
      queue,
      selected,
      mode: stays ? mode : { name: mode.name === 'view' ? 'view' : 'edit' },
    });
  }

  /** Ends the step of typing, so that what comes next is undone apart from it. */
  function endStep() {
    flush();
    set({ history: mark(get().history) });
  }

  function select(selected: Id | undefined) {
    const { mode } = get();
    if (mode.name === 'view') return;
    const isLeft = nodeOf(mode) !== selected || isOfSettings(mode);
    if (nodeOf(mode) !== undefined && isLeft) setMode({ name: 'edit' });
    set({ selected });
  }

  function setMode(mode: Mode) {
    const previous = get().mode;
    if (nodeOf(previous) !== undefined) flush();
    set({ mode, selected: selectionAfter(previous, mode, get().selected) });
  }

  /**
   * Takes what waits for a save, with what is being typed: all of it, unless an earlier save was not answered, which
   * comes again as it was. Undefined when there is nothing to save.
   */
  function beginSave(): NextSave | undefined {
    endStep();
    const { base, queue, ownVersions } = get();
    const next = startSending(queue, newId(), ownVersions);
    if (!base || !next.sending) return undefined;
    if (next !== queue) set({ queue: next });
    const { idempotencyKey, changes, ownVersions: own } = next.sending;
    return {
      idempotencyKey,
      changes: setsOf(changes),
      ownVersions: own,
      queued: changes,
      isAll: next.waiting.length === 0,
    };
  }

  /** The save has landed: its answer is the new base, with what was made meanwhile on top. */
  function saved(answer: PageRender, savedVersion: number | undefined): Lost {
    flush();
    const { base, queue, ownVersions } = get();
    if (!base) return nothingLost;
    const known = savedVersion ?? base.version;
    const sentChanges = queue.sending?.changes ?? [];
    for (const { id } of sentChanges) landed.add(id);
    const expected = expectedAfter(stateOf(base), sentChanges, answer, known);
    if (savedVersion !== undefined) {
      set({ ownVersions: [...ownVersions, savedVersion].slice(-MOST_OWN_VERSIONS) });
    }
    return move(answer, sent(queue).waiting, expected, {});
  }

  /** The server refused: what was being sent waits again. */
  function refused() {
    set({ queue: takeBack(get().queue) });
  }

  /** Puts `changes`, which nobody is sending, on top of what the server has now. */
  function rebase(
    base: PageRender,
    changes: readonly QueuedChange[] = get().queue.waiting,
    options: RebaseOptions = {},
  ): Lost {
    return move(base, changes, stateOf(get().base ?? base), options);
  }

  /** Takes over the page's new address, which was saved by itself: it is no step to take back. */
  function setUrl(url: string) {
    const { base, page } = get();
    if (base && page) set({ base: withUrl(base, url), page: withUrl(page, url) });
  }

  /** Parts that came out equal keep their identity, so React leaves them alone. */
  function move(
    answer: PageRender,
    waiting: readonly QueuedChange[],
    expected: PageState,
    { blocks = [], refused }: RebaseOptions,
  ): Lost {
    const { page, history, queue, base: before = answer } = get();
    const known = lendable(expected, before.version, get().lent, blocks);
    const lent = stillLent(known, answer, [...waiting, ...stepsFrom(history)]);
    const base = withBlocks(answer, lent);
    const shown = page ?? stateOf(base);
    const left = new Set(waiting.map(({ id }) => id));
    const givenUp = new Set(queue.waiting.flatMap(({ id }) => (left.has(id) ? [] : [id])));
    const { fitted, ...moved } = rebased({
      shown,
      expected,
      base,
      waiting,
      givenUp,
      refused,
      history,
    });
    const next = replaceEqualDeep(page, fitted.state) as PageState;
    set({ base, lent, page: next, queue: { waiting: fitted.kept }, history: moved.history });
    return { dropped: fitted.dropped, unreachable: moved.unreachable };
  }

  function announce(text: string) {
    set({ announcement: { text, count: get().announcement.count + 1 } });
  }

  return {
    get,
    set,
    subscribe,
    vanilla: store,
    onFlush,
    flush,
    open,
    close,
    commit,
    change,
    undo,
    redo,
    endStep,
    select,
    setMode,
    beginSave,
    saved,
    refused,
    rebase,
    ...createLending(store),
    setUrl,
    announce,
    unsaved: () => allChanges(get().queue),
    /** Whether a change has been saved here. One that is neither saved nor unsaved was taken back or dropped. */
    hasSaved: (id: Id): boolean => landed.has(id),
    /** What is to be kept when the editor goes while something is not saved. */
    toKeep: (): Unsaved => {
      const { queue, ownVersions, lent } = get();
      return { queue, ownVersions, lent: lent.filter((block) => isNeeded(block, allChanges(queue))) };
    },
  };
}

const withUrl = <Of extends PageState>(of: Of, url: string): Of => ({ ...of, page: { ...of.page, url } });
