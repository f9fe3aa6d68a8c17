/** What a page's tree is drawn from. */
import type { HTMLAttributes, ReactNode } from 'react';
import type { Room } from '../page/rooms.ts';
import type { Id, PageNode, PageState, PluginInstance, PluginNode } from '../page/types.ts';
import type { Renderer, Renderers, ViewContext, ViewProps } from '../plugins/contract.ts';
import type { HeadingsAbove } from '../plugins/headings-above.ts';

/** What is drawn otherwise than by default. They may change identity on each render: no view is redrawn for it. */
export interface PageViewHooks {
  /**
   * What stands inside a plugin's element, given its finished view. The editor puts an inline editor here. Null leaves
   * out the element too.
   */
  renderPlugin?: (shown: ShownPlugin) => ReactNode;
  /**
   * What stands for a node that was drawn before, with all that is in it; undefined where it is to be drawn. Not asked of
   * what is in a page's own columns.
   */
  renderCached?: (node: PageNode, drawing: Drawing) => ReactNode;
  /** What a column with nothing in it shows; by default nothing. */
  renderEmptyColumn?: (node: PageNode) => ReactNode;
  /** Attributes and handlers to add to a node's element. */
  elementProps?: (node: PageNode) => HTMLAttributes<HTMLElement>;
}

export interface ShownPlugin {
  node: PluginNode;
  plugin: PluginInstance;
  renderer: Renderer | undefined;
  /** What its view is given. */
  props: ViewProps;
  view: ReactNode;
}

export interface PageViewProps extends PageViewHooks {
  state: PageState;
  /** What is the same for all views; the same object as long as it says the same: views are redrawn with a new one. */
  context: ViewContext;
  renderers: Renderers;
  /** How wide rows may be, by the template. */
  window?: Room;
  /** Draws a quiet placeholder for plugins that are missing or cannot be drawn; visitors are shown nothing of them. */
  isForEditor?: boolean;
}

/** Everything the tree needs, handed down as one object. */
export interface Drawing extends PageViewProps {
  positions: ReadonlyMap<Id, number>;
  headings: ReadonlyMap<Id, HeadingsAbove>;
  /** The plugin with the page's first image. */
  firstImage: Id | undefined;
  /** How wide the place is that is being drawn. */
  room: Room;
  /** Whether what is being drawn lies in a band of the layout. */
  isBand: boolean;
  /** The branches that the nodes being drawn are in. */
  above: readonly Id[];
}
