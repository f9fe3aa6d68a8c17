import type { PluginView } from '../contract.ts';
import { byRef } from './by-ref.ts';

const views = byRef(import.meta.glob<PluginView>('../*/render.tsx', { import: 'default' }));

/**
 * Loads one plugin's view in a browser: an island of a visitor's page, a plugin of a page that is edited. Each is a chunk
 * of its own, so a page pays for its own kinds only.
 */
export function loadView(ref: string): Promise<PluginView> | undefined {
  return views.get(ref)?.();
}
