/** Moving a node to another place on the page, and saying where it is then. */
import { t } from '@lingui/core/macro';
import type { Action } from '../../page/actions/types.ts';
import type { Id } from '../../page/types.ts';
import { inSentence } from '../../words/in-sentence.ts';
import { putIn } from '../inserting/put-in.ts';
import { positionOf } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import type { EditorStore } from '../store/editor-store.ts';
import type { Target } from './move-target.ts';

/** Whether it was moved. Where it cannot be there, all stays as it is, and why is said. */
export function moveNode(
  editor: EditorStore,
  nodeId: Id,
  name: string,
  { parentId, index }: Target,
): boolean {
  const refusal = t`The ${inSentence(name)} was not moved.`;
  const actions: Action[] = [{ name: 'LAYOUT_MOVE_NODE', nodeId, parentId, index }];
  if (!putIn(editor, t`Move ${inSentence(name)}`, refusal, { actions, nodeId })) return false;
  announceMove(editor, name, nodeId);
  return true;
}

/** 'Text moved to position 2 of 3 in column 1' */
export function announceMove(editor: EditorStore, name: string, nodeId: Id): void {
  const at = positionIn(editor, nodeId);
  if (!at) return;
  const { position, count, parent } = at;
  editor.announce(t`${name} moved to position ${position} of ${count} in ${parent}`);
}

export function positionIn(editor: EditorStore, nodeId: Id) {
  const { page } = editor.get();
  const place = page && placeOf(page.page, nodeId);
  return page && place && positionOf(page, place);
}
