/**
 * Saves what the store has queued. Editing goes on meanwhile. It knows nothing of the screen: what has to be shown
 * is in its own small store.
 */
import { t } from '@lingui/core/macro';
import { createStore } from 'zustand/vanilla';
import { ProblemError } from '../../api/problem.ts';
import type { BranchRender, Id, PageRender, PageState } from '../../page/types.ts';
import { stateOf } from '../store/apply.ts';
import type { Lost, NextSave } from '../store/editor-state.ts';
import type { EditorStore } from '../store/editor-store.ts';
import { lentOf, withBlocks } from '../store/lent-blocks.ts';
import { unsavedCount } from '../store/queue.ts';
import { type Decided, decided } from './decisions.ts';
import { keepQueue, updateKeptQueue } from './kept-queue.ts';
import { type ConflictAnswer, conflictIn, type PageSave, type SavedPage } from './page-api.ts';
import { refusedChanges } from './refusals.ts';

export type SaveStatus =
  | { name: 'idle' }
  | { name: 'saving' }
  /** Nothing is lost; trying again may work. */
  | { name: 'failed'; message: string }
  | Asking
  /** Logged out; the changes are kept in this tab. */
  | { name: 'loggedOut' };

export interface Asking {
  name: 'conflict';
  /** Who has made the changes. */
  userId: Id | undefined;
  answer: ConflictAnswer;
  sent: NextSave;
  /** Blocks that it is about and that the page does not show without these changes, as others have left them. */
  blocks: readonly BranchRender[];
}

/** What others have made, as far as a conflict is about it. */
export function theirsIn({ answer, blocks }: Pick<Asking, 'answer' | 'blocks'>): PageState {
  return stateOf(withBlocks(answer.current, blocks));
}

export interface SaverEvents {
  /** Reads the open page as it is now; undefined where it is not there any more. */
  readAgain: (url: string) => Promise<PageRender | undefined>;
  /** Reads a block as it is now; undefined where it is not there any more. */
  readBlock: (pageId: Id, blockId: Id) => Promise<BranchRender | undefined>;
  /**
   * Before a save that somebody asks for, and before what others have made is taken over: brings in what is typed and not
   * yet a change.
   */
  takeIn?: () => void;
  onSaved: (answer: PageRender) => void;
  /** Something did not survive that the page moved on. */
  onLost: (lost: Lost) => void;
}

export type Saver = ReturnType<typeof createSaver>;

export function createSaver(
  editor: EditorStore,
  send: (save: PageSave) => Promise<SavedPage>,
  events: SaverEvents,
) {
  const status = createStore<{ status: SaveStatus }>()(() => ({ status: { name: 'idle' } }));
  const show = (next: SaveStatus) => status.setState({ status: next });
  /** Saving was asked for while a save was under way, of this page or of the one before. */
  let isWanted = false;

  // How saving stands is of one page and one user. A save that is under way says itself when it is done.
  editor.subscribe((now, before) => {
    const isSame = now.base?.page.id === before.base?.page.id && now.userId === before.userId;
    if (!isSame && status.getState().status.name !== 'saving') show({ name: 'idle' });
  });

  /** Saves all that waits now, after the save that is under way; one that failed is repeated as it was, then the rest. */
  function save(): Promise<void> {
    events.takeIn?.();
    return saveWaiting();
  }

  async function saveWaiting(): Promise<void> {
    if (status.getState().status.name === 'saving') {
      isWanted = true;
      return;
    }
    isWanted = false;
    const next = editor.beginSave();
    const { base, userId } = editor.get();
    if (!next || !base) return show({ name: 'idle' });
    show({ name: 'saving' });
    const pageId = base.page.id;
    // The person may have gone to another page: then the answer is that page's no longer.
    const hasLeft = () => editor.get().base?.page.id !== pageId || editor.get().userId !== userId;
    const { idempotencyKey, changes, ownVersions } = next;
    let isDone = true;
    try {
      const { answer, version } = await send({ pageId, idempotencyKey, changes, ownVersions });
      if (hasLeft()) show({ name: 'idle' });
      else land(answer, version);
    } catch (error) {
      if (hasLeft()) show({ name: 'idle' });
      else {
        isDone = false;
        await fail(error, next, hasLeft);
      }
    }
    if (isDone && (isWanted || (!next.isAll && !hasLeft()))) await saveWaiting();
  }

  function land(answer: PageRender, version: number | undefined): void {
    events.takeIn?.();
    const lost = editor.saved(answer, version);
    // Kept because the session ended while it was on its way, it would come back as if it were not saved.
    updateKept();
    show({ name: 'idle' });
    events.onSaved(answer);
    say(lost);
  }

  /** Of what was kept at the end of a session, what is given up or saved meanwhile does not come back. */
  function updateKept(): void {
    const { userId, base } = editor.get();
    if (userId && base) updateKeptQueue(userId, base.page.id, editor.toKeep());
  }

  async function fail(error: unknown, sent: NextSave, hasLeft: () => boolean): Promise<void> {
    const conflict = conflictIn(error);
    const problem = error instanceof ProblemError ? error : undefined;
    const { userId, base } = editor.get();
    if (conflict) {
      await ask(conflict, sent, hasLeft);
    } else if (problem?.status === 401) {
      if (userId && base) keepQueue(userId, base.page.id, editor.toKeep());
      show({ name: 'loggedOut' });
    } else {
      // The service would refuse the same changes again: the editor may alter them before the next try.
      if (problem && !problem.isUnreachable) editor.refused();
      if (problem?.code === 'action_refused') await fitToPage(refusedChanges(problem, sent));
      if (hasLeft()) return show({ name: 'idle' });
      show(failed(problem));
    }
  }

  /** The page in the answer lacks the blocks that these changes put on it: what others have made of them is read. */
  async function ask(answer: ConflictAnswer, sent: NextSave, hasLeft: () => boolean): Promise<void> {
    const names = answer.conflicts.map(({ resource }) => resource);
    const lent = lentOf(editor.get().lent, answer.current, names);
    const pageId = answer.current.page.id;
    const { userId } = editor.get();
    let next: SaveStatus;
    try {
      const read = await Promise.all(lent.map(({ branch }) => events.readBlock(pageId, branch.id)));
      next = { name: 'conflict', userId, answer, sent, blocks: read.filter((block) => block !== undefined) };
    } catch (error) {
      next = failed(error instanceof ProblemError ? error : undefined);
    }
    if (hasLeft()) return show({ name: 'idle' });
    editor.refused();
    show(next);
  }

  /**
   * Puts the changes on the page as it is now. One may have become impossible by what others have made, and all that waits
   * with it would be refused each time: it is dropped, and said. So are the `refused` ones, where others have made them
   * impossible elsewhere and they fit this page. The page may be the one that is open: what came back with a login and had
   * been sent is kept whole then, whether it fits or not.
   */
  async function fitToPage(refused: ReadonlySet<string>): Promise<void> {
    const { base } = editor.get();
    const fresh = base && (await events.readAgain(base.page.url).catch(() => undefined));
    const now = editor.get().base;
    if (!fresh || !now || fresh.page.id !== now.page.id || fresh.version < now.version) return;
    takeInAll();
    say(editor.rebase(fresh, undefined, { refused }));
  }

  /** What is typed was made on the page as it was: in its fields, and in texts that hold it back. */
  function takeInAll(): void {
    events.takeIn?.();
    editor.flush();
  }

  function say(lost: Lost): void {
    if (lost.dropped.length + lost.unreachable.length > 0) events.onLost(lost);
  }

  /** Goes on from a conflict as the person has decided, on top of what the server has now, and saves what is left. */
  async function resolve(decisions: Decided): Promise<void> {
    const { status: current } = status.getState();
    if (current.name !== 'conflict') return;
    const { base, userId } = editor.get();
    // The answer to a question about another page would replace this one, and what was changed on it.
    if (base?.page.id !== current.answer.current.page.id || userId !== current.userId)
      return show({ name: 'idle' });
    takeInAll();
    const changes = decided(editor.unsaved(), current.sent, current.answer.current.version, decisions);
    const lost = editor.rebase(current.answer.current, changes, { blocks: current.blocks });
    updateKept();
    show({ name: 'idle' });
    say(lost);
    if (unsavedCount(editor.get().queue) > 0) await save();
  }

  return { status, save, resolve, postpone: () => show({ name: 'idle' }) };
}

function failed(problem: ProblemError | undefined): SaveStatus {
  return { name: 'failed', message: problem?.detail ?? t`The changes could not be saved.` };
}

/** Waits until no save is under way. */
export async function whenAnswered({ status }: Pick<Saver, 'status'>): Promise<void> {
  while (status.getState().status.name === 'saving') {
    await new Promise<void>((resolve) => {
      const stop = status.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}
