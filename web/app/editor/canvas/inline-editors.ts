/** The plugins' inline editors, loaded ahead, so that a click becomes a caret without waiting. */
import type { PluginInlineEdit } from '../../plugins/contract.ts';
import { loadInline } from '../../plugins/registry/editors.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

const loaded = new Map<string, PluginInlineEdit>();

/** Loads all of them; they share most of their code. */
export async function preloadInlineEditors(): Promise<void> {
  await Promise.all(
    [...manifests.keys()].map(async (ref) => {
      const editor = await loadInline(ref);
      if (editor) loaded.set(ref, editor);
    }),
  );
}

export function inlineEditor(ref: string | undefined): PluginInlineEdit | undefined {
  return ref === undefined ? undefined : loaded.get(ref);
}

export function isInlineEditable(ref: string | undefined): boolean {
  return inlineEditor(ref) !== undefined;
}
