import type { PluginScript } from '../contract.ts';
import { byRef } from './by-ref.ts';

const scripts = byRef(import.meta.glob<{ default: PluginScript }>('../*/script.ts'));

/** Whether a plugin has a script of its own, which browsers run instead of its React view. */
export function hasScript(ref: string): boolean {
  return scripts.has(ref);
}

/** The plugins that have one: the build makes a file of each. */
export const scriptRefs: readonly string[] = [...scripts.keys()];
