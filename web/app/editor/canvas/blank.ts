import type { PluginInstance } from '../../page/types.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

/** Whether nothing was written into a text or chosen for it: visitors see nothing of it, and an editor needs to find it. */
export function isBlank({ ref, fields }: PluginInstance): boolean {
  const definitions = manifests.get(ref)?.fields ?? {};
  return Object.entries(fields).every(
    ([name, value]) => value === '' || value == null || value === definitions[name]?.default,
  );
}
