/** Branch blocks that are read while a page is edited, and what the store makes of them. */
import type { StoreApi } from 'zustand/vanilla';
import type { BranchRender, Id } from '../../page/types.ts';
import { stateOf } from './apply.ts';
import { type EditorState, type Lost, nothingLost } from './editor-state.ts';
import { idsIn, isNeeded, showsBlock, withFreshBlock, withName } from './lent-blocks.ts';
import { allChanges } from './queue.ts';
import { changedByOthers, withoutForeign } from './rebasing.ts';

export function createLending({ getState: get, setState: set }: StoreApi<EditorState>) {
  /** Whether a branch block is as the server has it, or as a change that is not saved was made on it. */
  function hasBlock(blockId: Id): boolean {
    const { base, page, lent, queue } = get();
    if (!base || !page) return false;
    if (showsBlock(page, blockId) || showsBlock(base, blockId)) return true;
    const changes = allChanges(queue);
    return lent.some((block) => idsIn(block).has(blockId) && isNeeded(block, changes));
  }

  /**
   * Makes a branch block known that the page does not show, so that actions can put it there: as it is now. Steps of the
   * history that would overwrite what others have changed in it are forgotten.
   */
  function lend(block: BranchRender): Lost {
    const { base, page, lent, history } = get();
    const { id } = block.branch;
    if (!base || !page || hasBlock(id)) return nothingLost;
    const fresh = {
      base: withFreshBlock(base, block, hasBlock),
      page: withFreshBlock(page, block, hasBlock),
    };
    const foreign = changedByOthers(stateOf(base), stateOf(fresh.base));
    const { unreachable, ...kept } = withoutForeign(history, foreign, [page, fresh.page]);
    set({ ...fresh, ...kept, lent: [...lent.filter(({ branch }) => branch.id !== id), block] });
    return { dropped: [], unreachable };
  }

  /** Takes over a branch block's new name, which was saved by itself: it is no step to take back. */
  function renameBlock(blockId: Id, name: string) {
    const { base, page } = get();
    if (base && page) set({ base: withName(base, blockId, name), page: withName(page, blockId, name) });
  }

  return { hasBlock, lend, renameBlock };
}
