import type { PluginView } from '../contract.ts';
import { byRef } from './by-ref.ts';

const views = byRef(import.meta.glob<PluginView>('../*/render.tsx', { import: 'default' }));

/**
 * Loads the view of a plugin of a page that is edited. Each is a chunk of its own, so a page pays for its own kinds only;
 * visitors' pages name those of their islands.
 */
export function loadView(ref: string): Promise<PluginView> | undefined {
  return views.get(ref)?.();
}
