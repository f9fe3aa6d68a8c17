import { ActionFault } from '../fault.ts';
import { sameJson } from '../same-json.ts';
import { defineAction } from './define.ts';

export const pluginCreate = defineAction({
  name: 'PLUGIN_CREATE',
  required: ['pluginId'],
  apply(state, { pluginId, ref, fields }) {
    const known = state.plugins[pluginId];
    // An undo brings a removed plugin back by creating it again, with the fields it had.
    if (known && known.ref !== ref) {
      throw new ActionFault('id_taken', 'pluginId', 'There is another plugin with this id.');
    }
    if (known && sameJson(known.fields, fields)) return state;
    const plugin = known ? { ...known, fields } : { id: pluginId, ref, fields, version: 0 };
    return { ...state, plugins: { ...state.plugins, [pluginId]: plugin } };
  },
  invert(state, { pluginId }) {
    const known = state.plugins[pluginId];
    // As a whole: what the creation has set beside these fields goes, too.
    return known ? [{ name: 'PLUGIN_CREATE', pluginId, ref: known.ref, fields: known.fields }] : [];
  },
});
