import type { PluginEdit, PluginInlineEdit } from '../contract.ts';
import { byRef } from './by-ref.ts';

const edits = byRef(import.meta.glob<PluginEdit>('../*/edit.tsx', { import: 'default' }));
const inlines = byRef(import.meta.glob<PluginInlineEdit>('../*/inline.tsx', { import: 'default' }));

/** Loads the body of a plugin's settings modal; undefined where the plugin leaves that to the default form. */
export function loadEdit(ref: string): Promise<PluginEdit> | undefined {
  return edits.get(ref)?.();
}

/** Whether a plugin has a settings form of its own, without loading it. */
export function hasOwnForm(ref: string): boolean {
  return edits.has(ref);
}

/** Whether a plugin is edited in place, without loading what it is edited by. */
export function isInlineEditable(ref: string | undefined): boolean {
  return ref !== undefined && inlines.has(ref);
}

/** Loads a plugin's inline editor; undefined where it has none. */
export function loadInline(ref: string): Promise<PluginInlineEdit> | undefined {
  return inlines.get(ref)?.();
}
