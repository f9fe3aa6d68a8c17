/** Loads what a plugin is drawn with before it is put in: so it appears as it is, and what is below it moves once. */
import { t } from '@lingui/core/macro';
import { toast } from '../../ui/toast.ts';
import { inSentence } from '../../words/in-sentence.ts';
import { loadLooks } from '../canvas/page-styles.ts';
import { loadParts } from '../canvas/plugin-parts.ts';
import type { Target } from '../moving/move-target.ts';
import { pluginName } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import type { EditorStore } from '../store/editor-store.ts';

/**
 * Returns false when the plugin cannot be put in: its code could not be loaded or its place was deleted
 * meanwhile, which a message says; or the editor has gone on to another page or to viewing.
 */
export async function prepare(editor: EditorStore, ref: string, target?: Target): Promise<boolean> {
  const asked = editor.get().page?.page.id;
  try {
    await Promise.all([loadParts([ref]), loadLooks()]);
  } catch {
    refuse(t`The ${inSentence(pluginName(ref))} could not be loaded. Check your connection and try again.`);
    return false;
  }
  const { page, mode } = editor.get();
  if (page?.page.id !== asked || mode.name === 'view') return false;
  if (!page || !target || placeOf(page.page, target.parentId)) return true;
  refuse(t`The ${inSentence(pluginName(ref))} was not added: its place on the page was deleted.`);
  return false;
}

function refuse(message: string): void {
  toast.show({ kind: 'danger', message });
}

/** As soon as somebody reaches for a plugin. */
export function prepareAhead(ref: string): void {
  // What fails here is tried again, and told, when it is wanted.
  Promise.all([loadParts([ref]), loadLooks()]).catch(() => undefined);
}
