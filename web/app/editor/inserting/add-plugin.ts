/** Puts a plugin on the page and goes on to what a person does next: writing in it, or setting it up. */
import { plural, t } from '@lingui/core/macro';
import { isInlineEditable } from '../../plugins/registry/editors.ts';
import { inSentence } from '../../words/in-sentence.ts';
import type { CommandContext } from '../commands/command.ts';
import type { Target } from '../moving/move-target.ts';
import { pluginName, positionOf } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import { insertPlugin, insertRow } from './insert.ts';
import { placeForPlugin, placeForRow } from './insert-place.ts';
import { prepare } from './prepare.ts';
import { putIn } from './put-in.ts';

/** `target` left out: beside what is selected. */
export async function addPlugin(
  { editor, focusNode, reveal }: CommandContext,
  ref: string,
  target?: Target,
): Promise<void> {
  if (!(await prepare(editor, ref, target))) return;
  editor.flush();
  const { page, selected } = editor.get();
  const place = page && (target ?? placeForPlugin(page.page, selected));
  if (!page || !place) {
    editor.announce(t`There is no column to add to. Add a row first.`);
    return;
  }
  const name = inSentence(pluginName(ref));
  const insertion = insertPlugin(page, ref, place);
  if (!putIn(editor, t`Add ${name}`, t`The ${name} was not added.`, insertion)) return;
  const { nodeId } = insertion;
  if (isInlineEditable(ref)) {
    editor.setMode({ name: 'editPlugin', nodeId });
    reveal(nodeId);
  } else focusNode(nodeId);
  const after = editor.get().page;
  const added = after && placeOf(after.page, nodeId);
  if (!after || !added) return;
  const { position, count, parent } = positionOf(after, added);
  editor.announce(t`${pluginName(ref)} added at position ${position} of ${count} in ${parent}`);
}

export function addRow({ editor, focusNode }: CommandContext, columns: number, target?: Target): void {
  editor.flush();
  const { page, selected } = editor.get();
  const place = page && (target ?? placeForRow(page.page, selected));
  if (!page || !place) return;
  const insertion = insertRow(page, columns, place);
  if (!putIn(editor, t`Add row`, t`The row was not added.`, insertion)) return;
  editor.announce(
    t`${plural(columns, { one: 'Row with 1 column added', other: 'Row with # columns added' })}`,
  );
  focusNode(insertion.nodeId);
}
