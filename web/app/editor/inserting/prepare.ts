/** Loads what a plugin is drawn with before it is put in: so it appears as it is, and what is below it moves once. */
import { toast } from '../../ui/toast.ts';
import { loadLooks } from '../canvas/page-styles.ts';
import { loadParts } from '../canvas/plugin-parts.ts';
import { inSentence, pluginName } from '../places/names.ts';

/** False, and said, when it cannot be loaded. */
export async function prepare(ref: string): Promise<boolean> {
  try {
    await Promise.all([loadParts([ref]), loadLooks()]);
    return true;
  } catch {
    toast.show({
      kind: 'danger',
      message: `The ${inSentence(pluginName(ref))} could not be loaded. Check your connection and try again.`,
    });
    return false;
  }
}

/** As soon as somebody reaches for a plugin. */
export function prepareAhead(ref: string): void {
  // What fails here is tried again, and told, when it is wanted.
  Promise.all([loadParts([ref]), loadLooks()]).catch(() => undefined);
}
