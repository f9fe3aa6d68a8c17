/** Puts a section on the page as one step of the history, and its first line in hand: typing replaces it. */
import { t } from '@lingui/core/macro';
import { toast } from '../../ui/toast.ts';
import { inSentence } from '../../words/in-sentence.ts';
import type { CommandContext } from '../commands/command.ts';
import { prepare } from '../inserting/prepare.ts';
import { putIn } from '../inserting/put-in.ts';
import { insertSection, placeForSection, refsIn } from './insert-section.ts';
import { loadSectionWords } from './section-words.ts';
import type { Section } from './sections.ts';

export async function addSection({ editor, reveal }: CommandContext, { label, row }: Section): Promise<void> {
  const words = await loadSectionWords().catch(() => undefined);
  if (!words) {
    const message = t`The section could not be loaded. Check your connection and try again.`;
    toast.show({ kind: 'danger', message });
    return;
  }
  for (const ref of refsIn(row(words))) if (!(await prepare(editor, ref))) return;
  // Once more: its plugins' own words have come by now.
  const content = row(words);
  editor.flush();
  const { page, selected } = editor.get();
  const place = page && placeForSection(page.page, selected);
  if (!page || !place) {
    editor.announce(t`There is no place for a section on this page.`);
    return;
  }
  const name = inSentence(label);
  const insertion = insertSection(page, content, place);
  if (!putIn(editor, t`Add section: ${name}`, t`The section was not added.`, insertion)) return;
  editor.setMode({ name: 'editPlugin', nodeId: insertion.nodeId, caret: 'firstLine' });
  reveal(insertion.rowId);
  editor.announce(t`Section added: ${name}`);
}
