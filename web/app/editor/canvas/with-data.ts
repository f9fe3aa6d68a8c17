import type { PluginInstance } from '../../page/types.ts';

/** By the instance as it was: one that has not changed is drawn no second time. */
const drawn = new WeakMap<PluginInstance, PluginInstance>();

/** The instance with other data; the very same for the same data. */
export function withData(plugin: PluginInstance, data: unknown): PluginInstance {
  const known = drawn.get(plugin);
  if (known && known.data === data) return known;
  const made = { ...plugin, data };
  drawn.set(plugin, made);
  return made;
}
