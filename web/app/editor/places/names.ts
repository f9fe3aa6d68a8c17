/** What nodes and places are called, on buttons and aloud. */
import { t } from '@lingui/core/macro';
import type { PageState } from '../../page/types.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { inSentence } from '../../words/in-sentence.ts';
import { isColumn, isPlugin, isRow, type Place } from './places.ts';

const BANDS: Record<string, string> = {
  header: t`Header`,
  main: t`Main`,
  footer: t`Footer`,
  nav: t`Navigation`,
  aside: t`Aside`,
  section: t`Section`,
};

/** 'Text', 'Row', 'Column 2', 'Header'. */
export function nameOf(state: PageState, place: Place): string {
  const { node } = place;
  if (node.type === 'plugin') {
    const ref = state.plugins[node.pluginId]?.ref;
    return ref ? pluginName(ref) : t`Missing plugin`;
  }
  if (node.type === 'row-branch') return t`Block “${state.page.branches[node.blockId]?.name ?? t`missing`}”`;
  if (isRow(place)) return t`Row`;
  if (isColumn(place)) return t`Column ${place.index + 1}`;
  if (node.type === 'root') return t`Page`;
  const fields = state.page.nodeFields[node.id];
  return BANDS[fields?.page?.tagName ?? fields?.site?.tagName ?? ''] ?? t`Section`;
}

export function pluginName(ref: string): string {
  return manifests.get(ref)?.label ?? ref;
}

/** What sentences about a place's position are made of: 'position 2 of 3 in column 1'. */
export function positionOf(
  state: PageState,
  place: Place,
): { position: number; count: number; parent: string } {
  const { parent, index } = place;
  return {
    position: index + 1,
    count: parent?.children.length ?? 1,
    parent: inSentence(parent ? nameOf(state, parent) : t`Page`),
  };
}

/** Says who else shows what is changed here; undefined for the page's own content. */
export function sharedNotice(place: Place): string | undefined {
  const { owner, node } = place;
  if (node.type === 'col-unique') return t`On all pages with this layout; its content belongs to this page`;
  if (owner.kind === 'layout') return t`Shared by all pages with this layout`;
  if (owner.kind === 'branch') return t`Shared by every page with the block “${owner.name}”`;
  return undefined;
}

/** Whether a place is worth a line in the outline or a step of the keyboard. */
export function isSelectable(place: Place): boolean {
  return isPlugin(place) || isRow(place) || isColumn(place) || place.node.type === 'layout';
}
