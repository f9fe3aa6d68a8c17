/**
 * The editor's state and the one way to change it. It holds and dispatches; shortcuts, drag and drop, saving
 * and the canvas subscribe to it and are not known to it.
 */
import { replaceEqualDeep } from '@tanstack/react-query';
import { v7 as newId } from 'uuid';
import { createStore } from 'zustand/vanilla';
import type { Action } from '../../page/actions/types.ts';
import type { Id, PageRender, PageState } from '../../page/types.ts';
import { applyWhatFits, applyWithInverse, stateOf } from './apply.ts';
import {
  emptyHistory,
  forgetFuture,
  forgetPast,
  type History,
  mark,
  record,
  stepBack,
  stepForward,
} from './history.ts';
import { type Mode, nodeOf, selectionAfter } from './mode.ts';
import {
  actionsOf,
  allChanges,
  emptyQueue,
  enqueue,
  enqueueRedo,
  enqueueUndo,
  type Queue,
  type QueuedChange,
  sent,
  startSending,
  takeBack,
} from './queue.ts';

export interface EditorState {
  /** What the server has, as last heard. Undefined until a page is opened for editing. */
  base?: PageRender;
  /** The base with the queue applied: what the canvas shows. */
  page?: PageState;
  mode: Mode;
  selected?: Id;
  history: History;
  queue: Queue;
  /** What a screen reader says next; `count` makes the same words new. */
  announcement: { text: string; count: number };
}

export interface ChangeOptions {
  /** The node to select afterwards. Left out: the selection stays. */
  select?: Id;
  mergeKey?: string;
}

/** What became of a request to undo or redo. */
export type Step = { label: string } | 'nothing' | 'impossible';

export type EditorStore = ReturnType<typeof createEditorStore>;

const initial: EditorState = {
  mode: { name: 'view' },
  history: emptyHistory,
  queue: emptyQueue,
  announcement: { text: '', count: 0 },
};

export function createEditorStore() {
  const store = createStore<EditorState>()(() => initial);
  const { getState: get, setState: set, subscribe } = store;
  const flushers = new Set<() => void>();

  /** Brings what is still in a text's editor into the store: the specification's 'commit plugin edit'. */
  function flush() {
    for (const flusher of flushers) flusher();
  }

  /** Lets an inline editor hold typing back until it is needed. Returns its removal. */
  function onFlush(flusher: () => void): () => void {
    flushers.add(flusher);
    return () => flushers.delete(flusher);
  }

  /** Opens a page for editing, with changes kept from before (after a log-in). Returns those that no longer fit. */
  function open(render: PageRender, kept: readonly QueuedChange[] = []): QueuedChange[] {
    const fitted = applyWhatFits(stateOf(render), kept);
    begin({ ...initial, base: render, page: fitted.state, queue: { waiting: fitted.kept } });
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
      queue: enqueue(state.queue, recorded.change),
    });
  }

  /** As `commit`, after bringing in what was typed. Everything but typing itself changes the page by this. */
  function change(label: string, actions: Action[], options: ChangeOptions = {}) {
    flush();
    commit(label, actions, options);
  }

  function undo(): Step {
    flush();
    const { history, page, queue } = get();
    const step = stepBack(history);
    if (!step || !page) return 'nothing';
    const back = tryApply(page, step.change.inverse);
    if (!back) {
      set({ history: forgetPast(history) });
      return 'impossible';
    }
    arrive(back, step.history, enqueueUndo(queue, step.change), step.change.selectedBefore);
    return { label: step.change.label };
  }

  function redo(): Step {
    flush();
    const { history, page, queue } = get();
    const step = stepForward(history);
    if (!step || !page) return 'nothing';
    const forward = tryApply(page, step.change.actions);
    if (!forward) {
      set({ history: forgetFuture(history) });
      return 'impossible';
    }
    arrive(forward, step.history, enqueueRedo(queue, step.change), step.change.selectedAfter);
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
    if (nodeOf(mode) !== undefined && nodeOf(mode) !== selected) setMode({ name: 'edit' });
    set({ selected });
  }

  function setMode(mode: Mode) {
    const previous = get().mode;
    if (nodeOf(previous) !== undefined) flush();
    set({ mode, selected: selectionAfter(previous, mode, get().selected) });
  }

  /**
   * Takes what waits for a save, with what is being typed: all of it, unless that is more than one save may hold, or
   * an earlier save was not answered, which comes again as it was. Undefined when there is nothing to save.
   */
  function beginSave():
    | { version: number; idempotencyKey: Id; actions: Action[]; isAll: boolean }
    | undefined {
    endStep();
    const { base, queue } = get();
    const next = startSending(queue, newId());
    if (!base || !next.sending) return undefined;
    if (next !== queue) set({ queue: next });
    const { idempotencyKey, changes } = next.sending;
    return {
      version: base.version,
      idempotencyKey,
      actions: actionsOf(changes),
      isAll: next.waiting.length === 0,
    };
  }

  /** The save has landed: its answer is the new base, with what was made meanwhile on top. Returns what no longer fits. */
  function saved(answer: PageRender): QueuedChange[] {
    flush();
    return rebase(answer, sent(get().queue).waiting);
  }

  /** The server refused: what was being sent waits again. */
  function refused() {
    set({ queue: takeBack(get().queue) });
  }

  /** Puts `changes` on top of what the server has now. Parts that came out equal keep their identity, so React leaves them alone. */
  function rebase(base: PageRender, changes: readonly QueuedChange[]): QueuedChange[] {
    const fitted = applyWhatFits(stateOf(base), changes);
    const page = replaceEqualDeep(get().page, fitted.state) as PageState;
    set({ base, page, queue: { waiting: fitted.kept } });
    return fitted.dropped;
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
    announce,
    unsaved: () => allChanges(get().queue),
  };
}

function tryApply(page: PageState, actions: Action[]): PageState | undefined {
  try {
    return applyWithInverse(page, actions).state;
  } catch {
    return undefined;
  }
}
