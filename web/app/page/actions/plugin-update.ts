import { ActionFault } from '../fault.ts';
import { sameJson } from '../same-json.ts';
import { defineAction } from './define.ts';

export const pluginUpdate = defineAction({
  name: 'PLUGIN_UPDATE',
  required: ['pluginId'],
  apply(state, { pluginId, fields }) {
    const known = state.plugins[pluginId];
    if (!known) throw new ActionFault('plugin_not_found', 'pluginId', 'The plugin is not on this page.');
    if (sameJson(known.fields, fields)) return state;
    return { ...state, plugins: { ...state.plugins, [pluginId]: { ...known, fields } } };
  },
  invert(state, { pluginId }) {
    const known = state.plugins[pluginId];
    return known ? [{ name: 'PLUGIN_UPDATE', pluginId, fields: known.fields }] : [];
  },
});
