import { useLingui } from '@lingui/react/macro';
import { Component, memo, type ReactNode } from 'react';
import { SiteWords, useSpeech } from '#words/react.tsx';
import type { Room } from '../page/rooms.ts';
import type { PluginView, Posted, ViewContext } from '../plugins/contract.ts';
import { ANYWHERE, type DrawnPlugin, viewPropsOf } from './view-props.ts';

interface SlotProps {
  View: PluginView;
  plugin: DrawnPlugin;
  context: ViewContext;
  position: number;
  room?: Room;
  /** Whether the page's first image is in it. */
  hasFirstImage?: boolean;
  headingAbove?: number;
  hasOtherTitle?: boolean;
  /** The answer to its own form, on a page that was made for it. */
  posted?: Posted;
  /** Whether a placeholder stands where the view fails; visitors have nothing there. */
  isForEditor?: boolean;
}

/** A plugin's view, redrawn only when something it is given changed, and unable to take the page down. */
export const PluginSlot = memo(function PluginSlot({
  View,
  plugin,
  context,
  position,
  room = ANYWHERE.room,
  hasFirstImage = false,
  headingAbove = 0,
  hasOtherTitle = false,
  posted,
  isForEditor = false,
}: SlotProps): ReactNode {
  const place = { room, hasFirstImage, isForEditor, headingAbove, hasOtherTitle };
  return (
    <SiteWords site={context.site}>
      <Boundary key={plugin.ref} plugin={plugin} isForEditor={isForEditor}>
        <View {...viewPropsOf(plugin, position, context, place)} posted={posted} />
      </Boundary>
    </SiteWords>
  );
});

interface BoundaryProps {
  plugin: DrawnPlugin;
  isForEditor?: boolean;
  children: ReactNode;
}

interface BoundaryState {
  plugin?: DrawnPlugin;
  failed: boolean;
}

/** Holds a view's fault. In the browser only: React has no boundaries in renderToString, see app/ssr. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromProps({ plugin }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    // New fields get a new try.
    return state.plugin === plugin ? null : { plugin, failed: false };
  }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`Plugin ${this.props.plugin.ref} (${this.props.plugin.id}) could not be drawn.`, error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.isForEditor ? <BrokenPlugin /> : null;
  }
}

/** Stands where a view failed, for editors. */
export function BrokenPlugin(): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return <p className="pw-unknown" {...words}>{t`This part of the page cannot be shown.`}</p>;
}
