/** Inner spacing, widths and gaps of nodes, as attributes that structure.css styles. A plugin has the default one alone. */
import { isColumn, isRow, parentOf } from '../page/tree.ts';
import type { Id, NodeFields, NodeType, Page, SpaceStep } from '../page/types.ts';
import { isColoured } from './node-colours.ts';

/** What has a background keeps its content away from the edge unless it says otherwise. */
export const SPACING_ON_COLOUR: SpaceStep = 'medium';

type Attributes = Record<`data-${string}`, string | undefined>;

export function spacingAttributes(type: NodeType, fields: NodeFields): Attributes {
  const isOnColour = isColoured(fields);
  if (type === 'plugin') return { 'data-spacing': isOnColour ? SPACING_ON_COLOUR : undefined };
  const hasWidth = isRow({ type });
  if (!hasWidth && !isColumn({ type })) return {};
  return {
    'data-spacing': fields.innerSpacing ?? (isOnColour ? SPACING_ON_COLOUR : undefined),
    'data-coloured': isOnColour ? '' : undefined,
    ...(hasWidth
      ? { 'data-width': fields.width, 'data-content': fields.contentWidth, 'data-gap': fields.gap }
      : {}),
  };
}

/**
 * Whether a row can be wider than the text: it lies in a band of the layout, or in the only column of a row there.
 * structure.css says the same in selectors.
 */
export function canBeWide(page: Page, rowId: Id): boolean {
  const parent = parentOf(page, rowId);
  if (!parent) return false;
  if (isBand(parent.type)) return true;
  const row = parentOf(page, parent.id);
  if (!row || !('block' in row) || row.type !== 'row' || row.block.nodes.length > 1) return false;
  return isBand(parentOf(page, row.id)?.type);
}

function isBand(type: NodeType | undefined): boolean {
  return type === 'layout' || type === 'root';
}
