import { ActionFault } from '../fault.ts';
import { sameJson } from '../same-json.ts';
import { defineAction } from './define.ts';

export const pluginUpdate = defineAction({
  name: 'PLUGIN_UPDATE',
  required: ['pluginId'],
  apply(state, { pluginId, fields: changed }) {
    const known = state.plugins[pluginId];
    if (!known) throw new ActionFault('plugin_not_found', 'pluginId', 'The plugin is not on this page.');
    const fields = updated(known.fields, changed);
    if (sameJson(known.fields, fields)) return state;
    return { ...state, plugins: { ...state.plugins, [pluginId]: { ...known, fields } } };
  },
  invert(state, { pluginId, fields }) {
    const known = state.plugins[pluginId];
    if (!known) return [];
    const before = Object.keys(fields).map((name) => [name, known.fields[name] ?? null]);
    return [{ name: 'PLUGIN_UPDATE', pluginId, fields: Object.fromEntries(before) }];
  },
});

/** The fields with the changed ones set; null removes one. */
function updated(fields: Record<string, unknown>, changed: Record<string, unknown>): Record<string, unknown> {
  const all = Object.entries({ ...fields, ...changed });
  return Object.fromEntries(all.filter(([name, value]) => !(name in changed) || value !== null));
}

/** What an update has to name for fields to become others: the changed ones, and null for those that are gone. */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !sameJson(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}
