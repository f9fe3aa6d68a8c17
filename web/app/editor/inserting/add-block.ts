/** Puts a row on the page that shows a branch block of the site. */
import { t } from '@lingui/core/macro';
import type { BranchInList } from '../../api/generated/index.ts';
import { toast } from '../../ui/toast.ts';
import { loadLooks } from '../canvas/page-styles.ts';
import { loadParts } from '../canvas/plugin-parts.ts';
import type { CommandContext } from '../commands/command.ts';
import type { Target } from '../moving/move-target.ts';
import { positionOf } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import { sayLost } from '../saving/losses.ts';
import { fetchBranch } from '../saving/page-api.ts';
import type { EditorStore } from '../store/editor-store.ts';
import { insertBranchRow } from './insert.ts';
import { placeForRow } from './insert-place.ts';
import { putIn } from './put-in.ts';

/** `target` left out: after the row of what is selected. */
export async function addBlock(
  { editor, focusNode }: CommandContext,
  { id, name }: BranchInList,
  target?: Target,
): Promise<void> {
  if (!(await lendBlock(editor, id))) return;
  editor.flush();
  const { page, selected } = editor.get();
  const place = page && (target ?? placeForRow(page.page, selected));
  if (!page || !place) {
    editor.announce(t`There is no place for it on this page. Add a row first.`);
    return;
  }
  const insertion = insertBranchRow(page, id, place);
  const refusal = t`The block “${name}” was not added.`;
  if (!putIn(editor, t`Add block “${name}”`, refusal, insertion)) return;
  focusNode(insertion.nodeId);
  const after = editor.get().page;
  const added = after && placeOf(after.page, insertion.nodeId);
  if (!after || !added) return;
  const { position, count, parent } = positionOf(after, added);
  editor.announce(t`Block “${name}” added at position ${position} of ${count} in ${parent}`);
}

/**
 * Reads a block that the page does not show, with what it is drawn with. Returns false when that fails, which
 * a message says, or when the editor has gone on to another page or to viewing.
 */
export async function lendBlock(editor: EditorStore, blockId: string): Promise<boolean> {
  const { page } = editor.get();
  if (!page) return false;
  if (editor.hasBlock(blockId)) return true;
  try {
    const block = await fetchBranch(page.page.id, blockId);
    const refs = new Set(Object.values(block.plugins).map(({ ref }) => ref));
    await Promise.all([loadParts(refs), loadLooks()]);
    const now = editor.get();
    if (now.page?.page.id !== page.page.id || now.mode.name === 'view') return false;
    sayLost(editor.lend(block));
    return true;
  } catch (error) {
    toast.error(error);
    return false;
  }
}
