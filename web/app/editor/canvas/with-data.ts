import type { PluginInstance, ShownFiles } from '../../page/types.ts';

/** By the instance as it was: one that has not changed is drawn no second time. */
const drawn = new WeakMap<PluginInstance, PluginInstance>();

/** The instance with other data, and other files where some are given; the very same for the same ones. */
export function withData(
  plugin: PluginInstance,
  data: unknown,
  files: ShownFiles | undefined = plugin.files,
): PluginInstance {
  const known = drawn.get(plugin);
  if (known && known.data === data && known.files === files) return known;
  const made = { ...plugin, data, files };
  drawn.set(plugin, made);
  return made;
}
