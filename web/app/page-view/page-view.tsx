import type { ReactNode } from 'react';
import type { Id, PageState } from '../page/types.ts';
import { WINDOW } from '../page/window-room.ts';
import type { Renderers } from '../plugins/contract.ts';
import type { HeadingsAbove } from '../plugins/headings-above.ts';
import { headingsAbove } from '../plugins/headings-in.ts';
import { imagesIn } from '../plugins/images/images-in.ts';
import type { Drawing, PageViewProps } from './drawing.ts';
import { TreeView } from './tree-view.tsx';

/**
 * Draws a page's tree: the same elements for visitors, on the server, and for the editor, in its canvas.
 * Structure is redrawn with each state; a plugin's view only when its instance, position or context changed.
 */
export function PageView(props: PageViewProps): ReactNode {
  const drawing: Drawing = {
    ...props,
    positions: pluginPositions(props.state),
    headings: headingsOf(props.state, props.renderers),
    firstImage: firstImageIn(props.state, props.renderers),
    room: props.window ?? WINDOW,
    isBand: false,
    above: [],
  };
  return <TreeView block={props.state.page.layout.block} drawing={drawing} />;
}

/** The headings above each plugin. */
function headingsOf({ page, plugins }: PageState, renderers: Renderers): Map<Id, HeadingsAbove> {
  return headingsAbove(
    page.plugins.map(({ pluginId, ref }) => ({
      id: pluginId,
      manifest: renderers.get(ref)?.manifest,
      fields: plugins[pluginId]?.fields ?? {},
    })),
  );
}

/** The first plugin in reading order that shows an image: in its fields, or by what its service gave. */
function firstImageIn({ page, plugins }: PageState, renderers: Renderers): Id | undefined {
  return page.plugins.find(({ pluginId, ref }) => {
    const manifest = renderers.get(ref)?.manifest;
    const plugin = plugins[pluginId];
    if (!manifest || !plugin) return false;
    const isFromService = Object.values(plugin.files ?? {}).some((file) => file?.hasSizes);
    return isFromService || imagesIn(manifest.fields, plugin.fields).length > 0;
  })?.pluginId;
}

/** Each plugin's place among those of its ref, in reading order. */
function pluginPositions(state: PageState): Map<Id, number> {
  const counts = new Map<string, number>();
  const positions = new Map<Id, number>();
  for (const { ref, pluginId } of state.page.plugins) {
    const position = counts.get(ref) ?? 0;
    counts.set(ref, position + 1);
    positions.set(pluginId, position);
  }
  return positions;
}
