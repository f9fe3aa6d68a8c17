/**
 * An editor is logged in, and may see more than the visitors whom a plugin is for. A plugin that would hide
 * from the editor a part that can be set up names other data to draw it with.
 */
import type { PageState, PluginInstance } from '../../page/types.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { withData } from './with-data.ts';

/** By the data as it came: what has not changed is drawn no second time. */
const edited = new WeakMap<object, unknown>();

/** The page as it is drawn while it is edited; the very same where no plugin wants to be drawn otherwise. */
export function withEditedData(state: PageState): PageState {
  const drawn = Object.values(state.plugins).flatMap((plugin) => {
    const data = editedDataOf(plugin);
    return data === plugin.data ? [] : [[plugin.id, withData(plugin, data)] as const];
  });
  return drawn.length === 0
    ? state
    : { ...state, plugins: { ...state.plugins, ...Object.fromEntries(drawn) } };
}

function editedDataOf({ ref, data }: PluginInstance): unknown {
  const make = manifests.get(ref)?.editedData;
  if (!make || typeof data !== 'object' || data === null) return data;
  if (!edited.has(data)) edited.set(data, make(data));
  return edited.get(data);
}
