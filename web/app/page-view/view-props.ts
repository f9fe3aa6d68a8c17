/** What a view is told: its own fields and data, the page and the place that it stands in. */
import type { PluginInstance, ShownFiles } from '../page/types.ts';
import { WINDOW } from '../page/window-room.ts';
import type { ViewContext, ViewPlace, ViewProps } from '../plugins/contract.ts';
import { NOTHING_ABOVE } from '../plugins/headings-above.ts';

/** What drawing needs of an instance. */
export type DrawnPlugin = Pick<PluginInstance, 'id' | 'ref' | 'fields' | 'data' | 'files'>;

const NO_FILES: ShownFiles = {};

/** Where nothing is known of the place. */
export const ANYWHERE: ViewPlace = {
  room: WINDOW,
  hasFirstImage: false,
  isForEditor: false,
  ...NOTHING_ABOVE,
};

/** The props of one instance's view. */
export function viewPropsOf(
  plugin: DrawnPlugin,
  position: number,
  context: ViewContext,
  place: ViewPlace = ANYWHERE,
): ViewProps {
  const { id, ref, fields, data, files = NO_FILES } = plugin;
  return { id, ref, fields, data, files, position, ...context, ...place };
}
