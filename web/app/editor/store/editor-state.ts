/** What the editor holds, and what its store is asked and answers. */
import type { BranchRender, Id, PageRender, PageState } from '../../page/types.ts';
import type { Change } from './change.ts';
import { emptyHistory, type History } from './history.ts';
import type { Mode } from './mode.ts';
import { type ActionSet, emptyQueue, type Queue, type QueuedChange } from './queue.ts';

export interface EditorState {
  /** Who edits: the changes are theirs. */
  userId?: Id;
  /** What the server has, as last heard. Undefined until a page is opened for editing. */
  base?: PageRender;
  /** The base with the queue applied: what the canvas shows. */
  page?: PageState;
  /** Branch blocks that were read to be put on the page. */
  lent: readonly BranchRender[];
  mode: Mode;
  selected?: Id;
  history: History;
  queue: Queue;
  /** The versions that this editor's own saves made: what they changed is nobody else's. */
  ownVersions: readonly number[];
  /** What a screen reader says next; `count` makes the same words new. */
  announcement: { text: string; count: number };
}

export interface ChangeOptions {
  /** The node to select afterwards. Left out: the selection stays. */
  select?: Id;
  mergeKey?: string;
  /** The site version that was looked at, where it is older than the page's: of a form that has been open for a while. */
  version?: number;
}

/** Unsaved changes with all that it takes to save them later, or from another start of the editor. */
export interface Unsaved {
  queue: Queue;
  ownVersions: readonly number[];
  lent?: readonly BranchRender[];
}

export interface RebaseOptions {
  /** Of the blocks that are lent, as they are now. */
  blocks?: readonly BranchRender[];
  /** The ids of changes that the server goes on refusing: they are dropped though they fit. */
  refused?: ReadonlySet<string>;
}

/** What did not survive that the page moved on. */
export interface Lost {
  /** Changes that no longer fit the page as others have left it. */
  dropped: QueuedChange[];
  /** Steps that undo and redo no longer reach, because others have changed the same. */
  unreachable: Change[];
}

export const nothingLost: Lost = { dropped: [], unreachable: [] };

export interface NextSave {
  idempotencyKey: Id;
  changes: ActionSet[];
  ownVersions: readonly number[];
  /** The changes that the actions are of. */
  queued: readonly QueuedChange[];
  /** Whether nothing waits behind it. */
  isAll: boolean;
}

/** What became of a request to undo or redo. */
export type Step = { label: string } | 'nothing' | 'impossible';

export const initial: EditorState = {
  lent: [],
  mode: { name: 'view' },
  history: emptyHistory,
  queue: emptyQueue,
  ownVersions: [],
  announcement: { text: '', count: 0 },
};
