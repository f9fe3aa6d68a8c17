import { createElement, type HTMLAttributes, type ReactNode } from 'react';
import { column, inset, type Room, rowOfBand } from '../page/rooms.ts';
import type { Block, PageNode, PluginNode, SpaceStep } from '../page/types.ts';
import { NOTHING_ABOVE } from '../plugins/headings-above.ts';
import { isSafeAddress } from '../plugins/rich-text/addresses.ts';
import type { Drawing } from './drawing.ts';
import { type Drawn, drawnFields, drawnLink, elementId } from './node-fields.ts';
import { PluginSlot } from './plugin-slot.tsx';
import { canBeWide, spacingAttributes } from './spacing.ts';
import { UnknownPlugin } from './unknown-plugin.tsx';
import { viewPropsOf } from './view-props.ts';

const EMPTY: Block = { nodes: [] };

export function TreeView({ block, drawing }: { block: Block; drawing: Drawing }): ReactNode {
  return block.nodes.map((node) => <NodeView key={node.id} node={node} drawing={drawing} />);
}

function NodeView({ node, drawing }: { node: PageNode; drawing: Drawing }): ReactNode {
  const cached = drawing.renderCached?.(node, drawing);
  if (cached !== undefined) return cached;
  if (node.type === 'plugin') return <PluginNodeView node={node} drawing={drawing} />;
  const { page } = drawing.state;
  switch (node.type) {
    case 'root':
    case 'layout':
      return nodeElement(
        node,
        drawing,
        `pw-${node.type}`,
        {},
        tree(node.block, { ...drawing, isBand: true }),
      );
    case 'row':
      return rowElement(node, node.block, drawing, {});
    case 'row-branch': {
      // Two pages that fill the same column of a branch can put the branch inside itself: there it ends.
      const isEndless = drawing.above.includes(node.blockId);
      const block = isEndless ? EMPTY : (page.branches[node.blockId]?.block ?? EMPTY);
      const inside = { ...drawing, above: [...drawing.above, node.blockId] };
      return rowElement(node, block, inside, { 'data-block': node.blockId });
    }
    case 'col':
    case 'col-shared':
      return columnElement(node, node.block, drawing);
    case 'col-unique':
      return columnElement(node, page.blocks[node.id] ?? EMPTY, { ...drawing, renderCached: undefined });
  }
}

function tree(block: Block, drawing: Drawing): ReactNode {
  return <TreeView block={block} drawing={drawing} />;
}

function columnElement(node: PageNode, block: Block, drawing: Drawing): ReactNode {
  const { innerSpacing } = spacingOf(node, drawing);
  const inside = { ...drawing, room: inset(drawing.room, innerSpacing), isBand: false };
  const content = block.nodes.length ? tree(block, inside) : drawing.renderEmptyColumn?.(node);
  return nodeElement(node, drawing, 'pw-column', {}, content);
}

function rowElement(node: PageNode, block: Block, drawing: Drawing, attributes: object): ReactNode {
  const columns = { ...attributes, 'data-columns': block.nodes.length };
  const inside = { ...drawing, room: roomOfColumns(node, block, drawing), isBand: false };
  return nodeElement(node, drawing, 'pw-row', columns, tree(block, inside));
}

/** How wide each column of a row is; structure.css says the same. */
function roomOfColumns(node: PageNode, block: Block, drawing: Drawing): Room {
  const fields = spacingOf(node, drawing);
  const isWide = drawing.isBand || (fields.width !== undefined && canBeWide(drawing.state.page, node.id));
  const row = isWide ? rowOfBand(drawing.room, fields) : inset(drawing.room, fields.innerSpacing);
  return column(row, block.nodes.length, fields.gap);
}

/** A node's fields with the inner spacing that it has by its background. */
function spacingOf(node: PageNode, { state }: Drawing): Drawn {
  const fields = drawnFields(state.page, node.id);
  const spacing = spacingAttributes(node.type, fields)['data-spacing'] as SpaceStep | undefined;
  return { ...fields, innerSpacing: spacing };
}

function PluginNodeView({ node, drawing }: { node: PluginNode; drawing: Drawing }): ReactNode {
  const plugin = drawing.state.plugins[node.pluginId];
  const renderer = plugin && drawing.renderers.get(plugin.ref);
  // Kept in the tree and never lost, but a visitor is shown no trace of what cannot be drawn.
  if (!plugin || (!renderer && !drawing.isForEditor)) return null;
  const position = drawing.positions.get(plugin.id) ?? 0;
  const { context } = drawing;
  const place = {
    room: inset(drawing.room, spacingOf(node, drawing).innerSpacing),
    hasFirstImage: drawing.firstImage === plugin.id,
    isForEditor: drawing.isForEditor ?? false,
    ...(drawing.headings.get(plugin.id) ?? NOTHING_ABOVE),
  };
  const view = renderer ? (
    <PluginSlot View={renderer.View} plugin={plugin} context={context} position={position} {...place} />
  ) : (
    <UnknownPlugin pluginRef={plugin.ref} />
  );
  const props = viewPropsOf(plugin, position, context, place);
  const shown = drawing.renderPlugin ? drawing.renderPlugin({ node, plugin, renderer, props, view }) : view;
  if (shown === null) return null;
  const attributes = { 'data-plugin': plugin.id, 'data-ref': plugin.ref };
  return nodeElement(
    node,
    drawing,
    `pw-plugin ${renderer?.manifest.styleClass ?? ''}`.trimEnd(),
    attributes,
    shown,
  );
}

/** A node's element with its fields: tag name, ids, classes, background video, link. */
function nodeElement(
  node: PageNode,
  drawing: Drawing,
  baseClass: string,
  attributes: object,
  content: ReactNode,
): ReactNode {
  const { page } = drawing.state;
  const fields = drawnFields(page, node.id);
  const link = drawnLink(page, node.id);
  const video = backgroundVideo(fields);
  const ids = fields.ids ?? [];
  const classes = [baseClass, ...(fields.classNames ?? []), link && 'pw-linked', video && 'pw-filmed'];
  const props: HTMLAttributes<HTMLElement> & Record<`data-${string}`, unknown> = {
    ...drawing.elementProps?.(node),
    className: classes.filter(Boolean).join(' '),
    // An element has one id only; further ones become anchors inside it.
    id: elementId(fields) ?? (link && `node-${node.id}`),
    'data-node': node.id,
    'data-type': node.type,
    ...spacingAttributes(node.type, fields),
    ...attributes,
  };
  return createElement(
    fields.tagName,
    props,
    video && <BackgroundVideo {...video} />,
    ids.slice(1).map((id) => <span key={id} id={id} className="pw-anchor" />),
    content,
    link && (
      // Laid over the node instead of around it: an <a> must not contain other links or controls. The
      // node's own text is its name.
      // biome-ignore lint/a11y/useAnchorContent: named by aria-labelledby
      <a
        className="pw-link"
        href={link.href}
        target={link.targetBlank ? '_blank' : undefined}
        rel={link.targetBlank ? 'noopener' : undefined}
        aria-labelledby={props.id}
      />
    ),
  );
}

interface Video {
  src: string;
  loop: boolean;
}

function backgroundVideo(fields: Drawn): Video | undefined {
  const src = fields.backgroundVideoMp4 || fields.backgroundVideoUrl;
  if (!src || fields.allowBackground === false || !isSafeAddress(src)) return undefined;
  return { src, loop: fields.backgroundVideoLoop !== false };
}

function BackgroundVideo({ src, loop }: Video): ReactNode {
  return (
    <video className="pw-video" autoPlay muted playsInline loop={loop} aria-hidden="true" tabIndex={-1}>
      {/* Not fetched at all by phones, nor where motion is unwelcome. */}
      <source src={src} media="(min-width: 641px) and (prefers-reduced-motion: no-preference)" />
    </video>
  );
}
